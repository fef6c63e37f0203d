/** The left side: parameters of the scene and options of the solver, from the catalogue and the registry. */
import type { FieldInfo, RunSpec } from '../protocol.ts';
import { late } from './late.tsx';
import { readNumber, shownNumber, words } from './numbers.ts';
import { usePart, useSession } from './session-context.ts';

const Warnings = late(async () => (await import('./warnings.tsx')).Warnings);

export function SetupPanel() {
  return (
    <aside class="side" aria-label="Scene and solver">
      <SceneSection />
      <SolverSection />
      <ViewSection />
      <WarningSection />
    </aside>
  );
}

function WarningSection() {
  const { figures } = useSession();
  const ended = usePart((state) => state.branches.some((branch) => branch.ended !== null));
  usePart((state) => state.figures);
  if (figures.troubled || ended) return <Warnings />;
  return (
    <section>
      <h2>Warnings</h2>
      <p class="soft">None.</p>
    </section>
  );
}

function SceneSection() {
  const session = useSession();
  const spec = usePart((state) => state.spec);
  const scene = usePart((state) => state.scene);
  const { source } = spec;
  const catalogue = usePart((state) => state.catalogue);
  const name = source.kind === 'catalogue' ? source.name : '';
  const parameters = catalogue?.scenes.find((one) => one.name === name)?.parameters ?? [];
  const values = source.kind === 'catalogue' ? source.parameters : {};
  const reopen = (change: Partial<RunSpec>) => session.changes.scene(change);
  const set = (key: string, value: number | string) =>
    source.kind === 'catalogue' && reopen({ source: { ...source, parameters: { ...values, [key]: value } } });
  return (
    <section>
      <h2>Scene</h2>
      <p class="soft">{scene?.summary}</p>
      {parameters.map((field) => (
        <Field
          key={`${name}/${field.name}`}
          field={field}
          value={values[field.name] ?? field.default}
          set={(value) => set(field.name, value)}
        />
      ))}
      <RunFields spec={spec} reopen={reopen} />
      {scene?.known && <p class="soft known">{scene.known}</p>}
    </section>
  );
}

/** Settings that every run has, whatever its scene. */
function RunFields({ spec, reopen }: { readonly spec: RunSpec; readonly reopen: (change: Partial<RunSpec>) => void }) {
  const catalogue = usePart((state) => state.catalogue);
  const scene = usePart((state) => state.scene);
  const solver = usePart((state) => state.setup.solver);
  const taken = catalogue?.solvers.find(({ name }) => name === solver)?.models;
  const refused = (model: string) => (taken && !taken.includes(model) ? `${solver} does not take it` : undefined);
  return (
    <>
      <Choice
        label="friction model"
        value={spec.frictionModel ?? ''}
        none="the scene's"
        choices={catalogue?.frictionModels ?? []}
        refused={refused}
        set={(value) => reopen({ frictionModel: value })}
        help="Of contacts whose materials name none; starts the scene anew"
      />
      <Choice
        label="integrator"
        value={spec.integrator ?? ''}
        none="the scene's"
        choices={catalogue?.integrators ?? []}
        set={(value) => reopen({ integrator: value })}
        help="Starts the scene anew"
      />
      <NumberField
        label="time step"
        unit="s"
        value={spec.timeStep ?? scene?.timeStep ?? 1 / 60}
        help="As 1/120 or 0.008; starts the scene anew"
        check={(value) => (value > 0 ? undefined : 'expected a number above 0')}
        set={(value) => reopen({ timeStep: value })}
      />
    </>
  );
}

interface FieldProps {
  readonly field: FieldInfo;
  readonly value: number | string;
  readonly set: (value: number | string) => void;
}

function Field({ field, value, set }: FieldProps) {
  const { name, unit, summary, choices, min, max, exclusive, integer, range } = field;
  if (choices)
    return (
      <Choice
        label={words(name)}
        value={String(value)}
        choices={choices}
        help={summary}
        set={(chosen) => set(chosen ?? field.default)}
      />
    );
  const [low, high] = [min ?? -Infinity, max ?? Infinity];
  const inside = (v: number) =>
    (exclusive ? v > low && v < high : v >= low && v <= high) && (!integer || Number.isInteger(v));
  return (
    <NumberField
      label={words(name)}
      unit={unit}
      help={`${summary}; ${range}`}
      value={Number(value)}
      set={set}
      check={(v) => (inside(v) ? undefined : `expected ${range}`)}
    />
  );
}

function SolverSection() {
  const session = useSession();
  const setup = usePart((state) => state.setup);
  const named = usePart((state) => state.scene?.named) ?? [];
  const solver = usePart((state) => state.catalogue)?.solvers.find(({ name }) => name === setup.solver);
  const change = (name: string, value: number | string) =>
    session.change({ ...setup, options: { ...setup.options, [name]: value } });
  return (
    <section>
      <h2>Solver</h2>
      <p class="soft">{solver?.summary}</p>
      {solver && !solver.cones && named.length === 0 && (
        <p class="soft">
          It takes no cones: contacts have box friction with it, and cones with solvers that take them.
        </p>
      )}
      {solver?.options.map((field) => (
        <Field
          key={`${solver.name}/${field.name}`}
          field={field}
          value={setup.options[field.name] ?? field.default}
          set={(value) => change(field.name, value)}
        />
      ))}
      <Check
        label="warm start"
        checked={setup.warmStart}
        set={(warmStart) => session.change({ ...setup, warmStart })}
        help="Start each solve from the last step's impulses"
      />
    </section>
  );
}

function ViewSection() {
  const session = useSession();
  const colourBy = usePart((state) => state.colourBy);
  const arrows = usePart((state) => state.arrows);
  const toggle = (name: keyof typeof arrows) => (checked: boolean) =>
    session.store.set({ arrows: { ...arrows, [name]: checked } });
  return (
    <section>
      <h2>View</h2>
      <Choice
        label="colour of bodies"
        value={colourBy}
        choices={['joules', 'material', 'speed', 'island']}
        set={(value) => session.store.set({ colourBy: (value ?? 'joules') as 'joules' })}
        help="Energy error of a body's contacts, its material, its speed, or what it is connected with"
      />
      <Check label="normal forces" checked={arrows.normal} set={toggle('normal')} help="Force on B by A, N" />
      <Check label="friction forces" checked={arrows.friction} set={toggle('friction')} help="Force on B by A, N" />
      <Check
        label="contact states"
        checked={arrows.discs}
        set={toggle('discs')}
        help="Ring: open. Filled: sticks. Wedge: slides"
      />
      <Check
        label="logarithmic arrows"
        checked={arrows.log}
        set={toggle('log')}
        help="Length by the logarithm of the force"
      />
      <MarkChecks />
    </section>
  );
}

const MARKS = [
  [
    'through',
    'contacts through bodies',
    'Arrows and discs are drawn over the bodies that hide them, while there are at most 1000',
  ],
  ['normals', 'contact normals', 'From A to B, also of contacts without a force'],
  ['centres', 'centres of mass', 'A cross at the centre of mass of every body that moves'],
  ['joints', 'joint frames', 'Lines from bodies to the points of their joints, and axes'],
  ['sleeping', 'sleeping bodies', 'Bodies that are asleep are pale'],
] as const;

function MarkChecks() {
  const session = useSession();
  const marks = usePart((state) => state.marks);
  return (
    <>
      {MARKS.map(([name, label, help]) => (
        <Check
          key={name}
          label={label}
          help={help}
          checked={marks[name]}
          set={(checked) => session.store.set({ marks: { ...marks, [name]: checked } })}
        />
      ))}
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly help: string;
  readonly value: number;
  /** The sentence of what is wrong with a value. */
  readonly check: (value: number) => string | undefined;
  readonly set: (value: number) => void;
}

function NumberField({ label, unit, help, value, check, set }: NumberFieldProps) {
  const session = useSession();
  const commit = (input: HTMLInputElement) => {
    if (input.value === shownNumber(value)) return;
    const next = readNumber(input.value);
    const wrong = Number.isNaN(next) ? 'expected a number' : check(next);
    if (wrong !== undefined) {
      session.say(`${label}: ${wrong}, found ${input.value.trim() || 'nothing'}.`, 'error');
      input.value = shownNumber(value);
    } else if (next !== value) set(next);
  };
  return (
    <label class="row" title={help}>
      <span>{label}</span>
      <input
        type="text"
        inputMode="decimal"
        value={shownNumber(value)}
        onBlur={(event) => commit(event.currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget)}
      />
      <span class="unit">{unit}</span>
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly string[];
  /** The name of no choice; without it one is always made. */
  readonly none?: string;
  /** Why a choice cannot be made now; undefined if it can. */
  readonly refused?: (choice: string) => string | undefined;
  readonly help: string;
  readonly set: (value: string | null) => void;
}

function Choice({ label, value, choices, none, refused, help, set }: ChoiceProps) {
  return (
    <label class="row" title={help}>
      <span>{label}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value || null)}>
        {none !== undefined && <option value="">{none}</option>}
        {choices.map((one) => {
          const why = refused?.(one);
          return (
            <option value={one} key={one} disabled={why !== undefined && one !== value} title={why ?? ''}>
              {why === undefined ? one : `${one} (${why})`}
            </option>
          );
        })}
      </select>
    </label>
  );
}

function Check({
  label,
  checked,
  set,
  help,
}: {
  label: string;
  checked: boolean;
  set: (checked: boolean) => void;
  help: string;
}) {
  return (
    <label class="row check" title={help}>
      <input type="checkbox" checked={checked} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
