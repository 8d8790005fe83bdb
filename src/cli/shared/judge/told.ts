/** Reports a judge's progress to the dashboard. */
import type { ProgressStep, ProgressTeller } from "../../../store/progress.ts";
import type { Effects } from "../../effects.ts";

const AFTER_MS = 1000;

export interface ToldJudging {
  step(step: ProgressStep): Promise<void>;
  stopping(): void;
  end(): Promise<void>;
}

/** Loads the store late: most judging is over by then. */
export function toldJudging(effects: Effects): ToldJudging {
  const start = effects.now();
  let told: ProgressTeller | undefined;
  return {
    async step(step) {
      if (effects.now() - start < AFTER_MS) return;
      told ??= await open(effects, start);
      told.step(step);
    },
    stopping: () => told?.stopping(),
    end: async () => told?.end(),
  };
}

async function open(effects: Effects, start: number): Promise<ProgressTeller> {
  const [{ tellProgress }, { projectFolder }] = await Promise.all([
    import("../../../store/progress.ts"),
    import("../project.ts"),
  ]);
  const folder = await projectFolder(effects);
  return tellProgress({ folder, what: "judge", now: () => effects.now(), date: () => effects.date(), start });
}
