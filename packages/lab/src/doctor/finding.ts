/** The doctor's report: warnings, and notes that are worth knowing and harmless.   docs/guide/doctor.md */

/** Names of the checks, by what they look at. */
export type DoctorCheck =
  | 'mass-ratio'
  | 'redundancy'
  | 'conditioning'
  | 'soft-contact'
  | 'slow-contact'
  | 'ringing-contact'
  | 'fast-spin'
  | 'units-length'
  | 'units-mass'
  | 'units-density'
  | 'units-gravity'
  | 'step-energy'
  | 'step-motion'
  | 'step-model'
  | 'step-gaps'
  | 'step-arms';

export interface Finding {
  readonly check: DoctorCheck;
  /** The body, joint, pair or setting that it is about. */
  readonly subject: string;
  /** null if it is not finite. */
  readonly value: number | null;
  /** Beyond which it is reported. */
  readonly limit: number;
  readonly unit: string;
  /** How many more bodies it is true of: the one that it names is the worst. */
  readonly others: number;
  /** The finding, its consequence, and what to do. */
  readonly sentence: string;
}

/** The JSON document of `signorini doctor`. */
export interface DoctorDocument {
  readonly subject: string;
  readonly source: 'scene' | 'problem';
  readonly warnings: readonly Finding[];
  readonly notes: readonly Finding[];
  /** Figures of the MLCP that was looked at: the first step's, or the problem itself. null: not measured, or not finite. */
  readonly figures: {
    readonly rows: number;
    readonly bodies: number | null;
    readonly contacts: number;
    /** Friction models: those that the scene's contacts can have, or those of the problem. */
    readonly friction: readonly string[];
    /** Largest between two bodies that touch or are joined. */
    readonly massRatio: number | null;
    /** Joint rows that others already imply. */
    readonly redundantRows: number | null;
    /** Condition number of A with its rows scaled to a diagonal of ones. */
    readonly conditionNumber: number | null;
  };
}

/** A thousand bodies or pairs of one kind are one warning. */
export function worstOfEach(findings: readonly Finding[]): Finding[] {
  const worst = new Map<string, Finding>();
  for (const one of findings) {
    const last = worst.get(one.check);
    const others = last ? last.others + 1 : 0;
    worst.set(one.check, { ...(last && beyond(last) >= beyond(one) ? last : one), others });
  }
  return [...worst.values()];
}

/** How many times beyond its limit, either way. */
const beyond = ({ value, limit }: Finding) => Math.abs(Math.log((value ?? Infinity) / limit));
