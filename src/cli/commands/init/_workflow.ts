/** A GitHub workflow that runs the retrievers on every pull request and fails on a significant regression. */
export const WORKFLOW_FILE = ".github/workflows/goldie.yml";

/** `run`: the retriever to check, if the config has several. */
export const workflow = (run?: string): string => `name: goldie
on: pull_request
jobs:
  goldie:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npx goldie run && npx goldie gate${run === undefined ? "" : ` ${run}`}
`;
