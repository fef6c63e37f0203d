/** The catalogue as data: scenes, solvers and their fields. */

/** One field of a form: a parameter of a scene, an option of a solver. */
export interface FieldInfo {
  readonly name: string;
  readonly unit: string;
  readonly summary: string;
  readonly default: number | string;
  /** In words: "an integer from 1 to 1000". */
  readonly range: string;
  readonly choices: readonly string[] | null;
  /** null: no limit. */
  readonly min: number | null;
  readonly max: number | null;
  /** The ends of the range are not in it. */
  readonly exclusive: boolean;
  readonly integer: boolean;
}

export interface SceneEntry {
  readonly group: string;
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly FieldInfo[];
}

export interface SolverEntry {
  readonly name: string;
  readonly family: string;
  readonly summary: string;
  readonly options: readonly FieldInfo[];
  /** Friction models that it takes, by itself or by a set that stands for it. */
  readonly models: readonly string[];
  /** Without them, contacts whose friction model nothing names have boxes. */
  readonly cones: boolean;
  /** null: any number. */
  readonly maxRows: number | null;
  readonly color: string;
  /** An SVG path inside [-1, 1] x [-1, 1]. */
  readonly shape: string;
}

/** Written when the page is built: a list of scenes and solvers needs no engine. */
export interface Catalogue {
  readonly scenes: readonly SceneEntry[];
  readonly solvers: readonly SolverEntry[];
  readonly frictionModels: readonly string[];
  readonly integrators: readonly string[];
}
