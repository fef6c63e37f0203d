/** PIR Eqs. (10)-(12): what the convex relaxation of Coulomb's law saves in iterations and costs in motion. */

import { chartOf, seriesPanel } from '../../plots/panels.ts';
import { median } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, PageTable, Picture } from '../experiment.ts';
import { rounded } from '../words.ts';
import { CONTACTS, type Models, modelsOf, pile, SPHERES, withCompliance } from './granular.ts';
import { linesAndPoints } from './lines-and-points.ts';
import { relaxedSeparation, type Slide, slide } from './sliding-block.ts';
import { lazily, trace } from './trace.ts';

/** Solvers that take every set that is compared. */
const SOLVERS = [
  { name: 'psor', solver: 'psor' },
  { name: 'apgd', solver: 'apgd', options: { tolerance: 0 } },
] as const;
const SETS = ['cylinder', 'relaxed-cone', 'cone'] as const satisfies readonly (keyof Models)[];
/** psor alone: apgd takes boxes too, but the box is what PIR's sweeps have. */
const BOX = 'box';
/** Largest entry of the residual. */
const TARGET = 1e-6;
/** Comparable convergence: at most so many times the iterations of the box model. */
const COMPARABLE = 2;
/** Negligible: the block stops within so much of Coulomb's distance. */
const NEGLIGIBLE = 0.05;

interface Count {
  readonly contacts: string;
  readonly solver: string;
  readonly model: string;
  readonly mu: number;
  readonly reached: number | null;
}

export const relaxationExperiment: Experiment = {
  id: 'relaxation',
  title: 'The convex relaxation of Coulomb friction',
  source: 'PIR Sec. 2.2, Eqs. (10)-(12), and Sec. 5',
  claims: ['P12'],
  seconds: 17,

  run(context) {
    const { contacts, limit, counts } = iterations(context);
    const slides = context.resumable('slides', () => allSlides(context.quick));
    const judged = judge(counts, slides, limit);
    const relaxed = slides.filter(({ model }) => model === 'relaxed-cone');
    const worst = Math.max(...relaxed.map((one) => Math.abs(one.separation - one.sliding * one.mu)));
    return {
      reason:
        `Two solvers that take boxes or discs of fixed size, relaxed cones and Coulomb cones were run on a pile of ${contacts} contacts from zero, until the largest ` +
        `entry of the residual is ${TARGET.toExponential(0)} or ${limit} iterations. A block was then slid over a floor with the relaxation and with Coulomb's law, ` +
        'and its speed away from the floor compared with Eq. (12).',
      claims: [judged],
      comparison: [
        { what: 'largest |w_n - mu |w_t|| of a sliding block, Eq. (12)', printed: 0, ours: worst, unit: 'm/s' },
        ...CONTACTS.map(({ name }) => ({
          what: `iterations, relaxed cone over box, psor, median over mu, ${name}`,
          printed: 'comparable',
          ours: ratio(counts, 'psor', name, 'relaxed-cone', limit),
          unit: 'ratio',
        })),
      ],
      tables: [countTable(counts, limit), slideTable(slides)],
      pictures: [countPicture(counts, contacts), separationPicture(slides), pricePicture(slides)],
      data: { contacts, limit, target: TARGET, counts, slides },
      table: {
        columns: [
          'model',
          'mu',
          'speed [m/s]',
          'separation speed [m/s]',
          'mu |v_t| [m/s]',
          'by Eq. (12) [m/s]',
          'highest gap [m]',
          'distance [m]',
        ],
        rows: slides.map((one) => [
          ...[one.model, one.mu, one.speed, rounded(one.separation), rounded(one.mu * one.sliding)],
          ...[
            rounded(one.model === 'cone' ? 0 : relaxedSeparation(one.mu, one.speed)),
            rounded(one.highest),
            rounded(one.distance),
          ],
        ]),
      },
    };
  },
};

function iterations(context: ExperimentContext): { contacts: number; limit: number; counts: Count[] } {
  const { quick } = context;
  const limit = quick ? 1000 : 3000;
  const p = lazily(() => pile(SPHERES.few));
  const contacts = context.resumable('contacts', () => p().contacts.length);
  const mus = quick ? [0.1, 0.8] : [0.1, 0.2, 0.4, 0.6, 0.8, 1.2];
  const counts = CONTACTS.flatMap(({ name, part }) =>
    mus.flatMap((mu) =>
      context.resumable(`${name}/${mu}`, () => {
        const models = modelsOf(withCompliance(p(), part), mu);
        return [BOX, ...SETS].flatMap((model) =>
          SOLVERS.map((run): Count => {
            const { reached } = trace(models[model as keyof Models], run, { limit, target: TARGET });
            return { contacts: name, solver: run.name, model, mu, reached };
          }),
        );
      }),
    ),
  );
  return { contacts, limit, counts };
}

function allSlides(quick: boolean): Slide[] {
  const mus = quick ? [0.05, 0.2, 0.8] : [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.2];
  const speeds = quick ? [0.1, 1] : [0.1, 0.2, 0.5, 1, 2, 4];
  const steps = quick ? 300 : 1500;
  return (['relaxed-cone', 'cone'] as const).flatMap((model) =>
    mus.flatMap((mu) => speeds.map((speed) => slide(model, mu, speed, steps))),
  );
}

/** Iterations of one model over another, median over mu; at the limit a run counts with the limit, unless both are there. */
function ratio(counts: readonly Count[], solver: string, contacts: string, top: string, limit: number): number | null {
  const mine = counts.filter((one) => one.solver === solver && one.contacts === contacts);
  const at = (model: string, mu: number) => mine.find((one) => one.model === model && one.mu === mu)?.reached ?? null;
  const mus = [...new Set(mine.map(({ mu }) => mu))].filter((mu) => at(top, mu) !== null || at(BOX, mu) !== null);
  return median(mus.map((mu) => (at(top, mu) ?? limit) / (at(BOX, mu) ?? limit)));
}

/** Distance with the relaxation over that with Coulomb's law, minus 1: the same steps, so that their error cancels. */
function excess(slides: readonly Slide[], { mu, speed, distance }: Slide): number {
  const coulomb = slides.find((one) => one.model === 'cone' && one.mu === mu && one.speed === speed);
  return distance / (coulomb?.distance ?? Number.NaN) - 1;
}

function judge(counts: readonly Count[], slides: readonly Slide[], limit: number): ClaimResult {
  const relaxed = slides.filter(({ model }) => model === 'relaxed-cone');
  const exact = relaxed.every(
    (one) => Math.abs(one.separation - relaxedSeparation(one.mu, one.speed)) < 1e-6 * (1 + one.speed),
  );
  const share = (model: string) => {
    const mine = counts.filter((one) => one.model === model);
    return `${mine.filter(({ reached }) => reached !== null).length} of ${mine.length}`;
  };
  const ratios = SOLVERS.flatMap(({ name }) =>
    CONTACTS.map((kind) => ({ name, kind: kind.name, value: ratio(counts, name, kind.name, 'relaxed-cone', limit) })),
  );
  const pairs = counts.flatMap((one) => {
    const same = ({ solver, contacts, mu }: Count) =>
      solver === one.solver && contacts === one.contacts && mu === one.mu;
    const relaxedCone = counts.find((other) => other.model === 'relaxed-cone' && same(other));
    return one.model === BOX && one.reached !== null
      ? [{ ...one, value: (relaxedCone?.reached ?? Infinity) / one.reached }]
      : [];
  });
  const comparable = pairs.filter(({ value }) => value <= COMPARABLE);
  const beyond = pairs.filter(({ value }) => !(value <= COMPARABLE));
  const exceptions = [...new Set(beyond.map(({ contacts, mu }) => `${contacts} at mu ${mu}`))].join(', ');
  const gaps = [...relaxed].sort((p, q) => p.mu * p.speed - q.mu * q.speed);
  const [least, most] = [gaps[0], gaps[gaps.length - 1]];
  const grows = (least?.highest ?? 0) < (most?.highest ?? 0);
  const far = (one: Slide | undefined) => `${(100 * (one ? 1 + excess(slides, one) : 1)).toFixed(1)} %`;
  const words = ratios
    .map(({ name, kind, value }) => `${name}, ${kind} ${value?.toPrecision(2) ?? 'unknown'}`)
    .join('; ');
  return {
    id: 'P12',
    verdict:
      exact && grows && comparable.length === pairs.length
        ? 'holds'
        : exact && grows && comparable.length > 0
          ? 'holds under conditions'
          : 'does not hold',
    figure: ratio(counts, 'psor', 'rigid', 'relaxed-cone', limit),
    unit: 'iterations of psor, relaxed cone over box, rigid',
    today: ratio(counts, 'psor', 'compliant', 'relaxed-cone', limit),
    reason:
      `The relaxed cone takes at most ${COMPARABLE} times the iterations of the box in ${comparable.length} of ${pairs.length} cases${exceptions === '' ? '' : ` (more: ${exceptions})`}. Medians over mu: ${words}. At ${TARGET.toExponential(0)} within ${limit} iterations: box ${share(BOX)}, relaxed cone ${share('relaxed-cone')}, ` +
      `Coulomb's cone ${share('cone')} runs. The price is as Eq. (12) has it${exact ? '' : ' in part'}: a block at mu = ${least?.mu} and ${least?.speed} m/s is lifted by ${mm(least)} and stops at ` +
      `${far(least)} of Coulomb's distance, at mu = ${most?.mu} and ${most?.speed} m/s by ${mm(most)} and at ${far(most)}.`,
  };
}

const mm = (one: Slide | undefined): string => `${(1000 * (one?.highest ?? 0)).toPrecision(2)} mm`;

function countTable(counts: readonly Count[], limit: number): PageTable {
  const mus = [...new Set(counts.map(({ mu }) => mu))];
  return {
    caption: `Iterations to a residual of ${TARGET.toExponential(0)}; empty: not within ${limit}. Start at zero.`,
    columns: ['contacts', 'solver', 'model', ...mus.map((mu) => `mu ${mu}`)],
    rows: CONTACTS.flatMap(({ name: contacts }) =>
      SOLVERS.flatMap(({ name: solver }) =>
        [BOX, ...SETS].map((model) => [
          ...[contacts, solver, model],
          ...mus.map(
            (mu) =>
              counts.find(
                (one) => one.contacts === contacts && one.solver === solver && one.model === model && one.mu === mu,
              )?.reached ?? null,
          ),
        ]),
      ),
    ),
  };
}

function slideTable(slides: readonly Slide[]): PageTable {
  const relaxed = slides.filter(({ model }) => model === 'relaxed-cone');
  const negligible = relaxed.filter((one) => Math.abs(excess(slides, one)) <= NEGLIGIBLE).length;
  return {
    caption: `The block with the relaxation: lifted by, and its distance over that with Coulomb's law. Within ${100 * NEGLIGIBLE} % of it: ${negligible} of ${relaxed.length} cases.`,
    columns: ['mu', 'speed [m/s]', 'separation [m/s]', 'highest gap [mm]', 'distance [m]', 'over Coulomb'],
    rows: relaxed.map((one) => [
      one.mu,
      one.speed,
      rounded(one.separation),
      rounded(1000 * one.highest),
      rounded(one.distance),
      rounded(1 + excess(slides, one)),
    ]),
  };
}

function countPicture(counts: readonly Count[], contacts: number): Picture {
  const series = [BOX, ...SETS].map((name) => ({ name }));
  const panels = SOLVERS.flatMap(({ name: solver }) =>
    CONTACTS.map(({ name: kind }) =>
      seriesPanel({
        title: `${solver}, ${kind}`,
        marks: 'both' as const,
        series,
        x: { title: 'coefficient of friction', domain: [0, 1.25] },
        y: { title: 'iterations', log: true, domain: [50, 5000] },
        rows: counts.flatMap((one) =>
          one.solver === solver && one.contacts === kind && one.reached !== null
            ? [{ series: one.model, x: one.mu, y: one.reached }]
            : [],
        ),
      }),
    ),
  );
  return {
    name: 'relaxation-iterations',
    caption: `Iterations to a residual of ${TARGET.toExponential(0)} against mu, ${contacts} contacts; where a line ends, the limit struck.`,
    spec: chartOf(panels, {
      title: 'What the relaxation saves',
      subtitle: 'PIR Sec. 5: convergence like that of the box model, with the coupling',
    }),
  };
}

function separationPicture(slides: readonly Slide[]): Picture {
  const relaxed = slides.filter(({ model }) => model === 'relaxed-cone');
  const speeds = [...new Set(relaxed.map(({ speed }) => speed))];
  const mus = Array.from({ length: 90 }, (_, k) => 0.02 * 1.048 ** k).filter((mu) => mu <= 1.25);
  const closed = speeds.flatMap((speed, line) =>
    mus.map((mu) => ({ x: rounded(mu), y: rounded(relaxedSeparation(mu, speed)), line })),
  );
  const frame = {
    width: 480,
    height: 300,
    x: {
      title: 'coefficient of friction',
      log: true,
      domain: [0.015, 1.5] as const,
      ticks: [0.02, 0.05, 0.1, 0.2, 0.5, 1],
    },
    y: { title: 'separation speed [m/s]', log: true, domain: [5e-4, 5] as const, ticks: [1e-3, 1e-2, 0.1, 1] },
  };
  return {
    name: 'relaxation-separation',
    caption: `Speed away from the floor after the first step of a sliding block, from ${speeds[0]} to ${speeds[speeds.length - 1]} m/s (bottom to top), against mu. Coulomb's law has none.`,
    spec: chartOf(
      [
        linesAndPoints(
          frame,
          closed.filter(({ y }) => y > 5e-4),
          relaxed.map(({ mu, separation }) => ({ x: mu, y: rounded(separation) })).filter(({ y }) => y > 5e-4),
        ),
      ],
      {
        title: 'The price: normal motion while sliding',
        subtitle: 'lines: PIR Eq. (12), w_n = mu |w_t|; squares: measured',
      },
    ),
  };
}

function pricePicture(slides: readonly Slide[]): Picture {
  const relaxed = slides.filter(({ model }) => model === 'relaxed-cone');
  const mus = [...new Set(relaxed.map(({ mu }) => mu))];
  const series = mus.map((mu) => ({ name: `mu ${mu}` }));
  const rows = (value: (one: Slide) => number) =>
    relaxed.map((one) => ({ series: `mu ${one.mu}`, x: one.speed, y: rounded(value(one)) }));
  const x = {
    title: 'speed at the start [m/s]',
    log: true,
    domain: [0.08, 5],
    ticks: [0.1, 0.2, 0.5, 1, 2, 5],
  } as const;
  return {
    name: 'relaxation-price',
    caption:
      "How far the block is lifted, and where it stops as a multiple of the distance with Coulomb's law, against its speed at the start.",
    spec: chartOf(
      [
        seriesPanel({
          series,
          marks: 'both',
          x,
          y: { title: 'largest gap [mm]', log: true },
          rows: rows(({ highest }) => 1000 * highest).filter(({ y }) => y > 0),
        }),
        seriesPanel({
          series,
          marks: 'both',
          x,
          y: { title: "distance over Coulomb's", domain: [0.35, 1.05] },
          rows: rows((one) => 1 + excess(slides, one)),
        }),
      ],
      { title: 'Small mu or small speed', subtitle: 'PIR Sec. 2.2: then the effect is negligible' },
    ),
  };
}
