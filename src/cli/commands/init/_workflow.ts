/** A workflow for GitHub: runs the retrievers on every pull request, and fails on a real regression. */
export const WORKFLOW_FILE = ".github/workflows/goldie.yml";

/** `run`: what is checked, where the config has several retrievers. */
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
