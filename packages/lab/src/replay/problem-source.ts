/** Where a problem came from: its file, and the scene and step that it was captured from. */
export interface ProblemSource {
  /** Path as given to the reader, with #N for a line of a .jsonl file; null if it never was in a file. */
  readonly file: string | null;
  /** null if the problem was not captured from a scene. */
  readonly scene: string | null;
  /** From 1. */
  readonly step: number | null;
}

/** A world titles its problems "SCENE, step N". */
export function sourceOf(title: string, file: string | null = null): ProblemSource {
  const [, scene, step] = /^(.+), step (\d+)$/.exec(title) ?? [];
  return { file, scene: scene ?? null, step: step === undefined ? null : Number(step) };
}
