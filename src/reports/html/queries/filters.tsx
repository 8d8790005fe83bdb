/** Search box, filters and pickers above the table of queries. */
import type { ComponentChildren, Ref } from "preact";
import type { View } from "../../view/model.ts";
import type { PageState, QueryStatus } from "../state.ts";
import { shownMetric, shownRuns } from "./pair.ts";
import { statusChoices, tagChoices } from "./select.ts";

export interface FiltersProps {
  readonly view: View;
  readonly state: PageState;
  onState(state: PageState): void;
  readonly searchBox: Ref<HTMLInputElement>;
}

export function Filters({ view, state, onState, searchBox }: FiltersProps) {
  return (
    <search class="filters no-print">
      <label class="field field-search">
        <span>Search</span>
        <input
          ref={searchBox}
          type="search"
          placeholder="id or words"
          value={state.search}
          onInput={({ currentTarget }) => onState({ ...state, search: currentTarget.value })}
        />
      </label>
      <Choice
        name="Show"
        value={state.status}
        onChoose={(status) => onState({ ...state, status: status as QueryStatus })}
      >
        {statusChoices(view, state).map(({ status, words }) => (
          <option key={status} value={status}>
            {words}
          </option>
        ))}
      </Choice>
      {tagChoices(view).map(({ tag, values }) => (
        <Choice
          key={tag}
          name={tag}
          class="field-tag"
          // Options are numbered, so that no tag value can be confused with "any".
          value={`${values.indexOf(state.tags[tag] ?? "") + 1}`}
          onChoose={(place) => {
            const { [tag]: _, ...others } = state.tags;
            const value = values[Number(place) - 1];
            onState({ ...state, tags: value === undefined ? others : { ...others, [tag]: value } });
          }}
        >
          <option value="0">any</option>
          {values.map((value, at) => (
            <option key={value} value={`${at + 1}`}>
              {value === "" ? "(empty)" : value}
            </option>
          ))}
        </Choice>
      ))}
      {view.metrics.length > 1 && (
        <Choice
          name="Metric"
          value={`${shownMetric(view, state)}`}
          onChoose={(place) => onState({ ...state, metric: view.metrics[Number(place)]!.name })}
        >
          {view.metrics.map(({ name }, at) => (
            <option key={name} value={`${at}`}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      <PairChoice view={view} state={state} onPair={(pair) => onState({ ...state, pair })} />
    </search>
  );
}

export interface PairChoiceProps {
  readonly view: View;
  readonly state: Pick<PageState, "pair">;
  onPair(pair: readonly [a: number, b: number]): void;
}

/** Which two of three or more runs are compared. */
export function PairChoice({ view, state, onPair }: PairChoiceProps) {
  if (view.runs.length < 3) return null;
  const [a, b = 1] = shownRuns(view, state);
  const options = (other: number) =>
    view.runs.map(({ name }, run) => (
      <option key={run} value={`${run}`} disabled={run === other}>
        {name}
      </option>
    ));
  return (
    <>
      <Choice name="Compare" class="field-pair" value={`${a}`} onChoose={(run) => onPair([Number(run), b])}>
        {options(b)}
      </Choice>
      <Choice name="with" class="field-pair" value={`${b}`} onChoose={(run) => onPair([a, Number(run)])}>
        {options(a)}
      </Choice>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly class?: string;
  readonly value: string;
  onChoose(value: string): void;
  readonly children: ComponentChildren;
}

function Choice({ name, class: more = "", value, onChoose, children }: ChoiceProps) {
  return (
    <label class={`field ${more}`}>
      <span class="cut" dir="auto" title={name}>
        {name}
      </span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}
