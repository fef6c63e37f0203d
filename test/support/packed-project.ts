/**
 * An empty project with the packages as npm packs them. npm lists their files and does nothing else: what `npm install --offline` makes
 * of optional peers depends on the descriptions that a machine's cache happens to hold.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

export const PACKAGES = [
  { name: '@signorini/engine', folder: 'engine' },
  { name: '@signorini/lab', folder: 'lab' },
  { name: 'signorini', folder: 'cli' },
] as const;

/** Neither `npm test` around this test nor the user's settings reach npm. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

const run = (cwd: string, command: string, ...words: string[]) =>
  execFileSync(command, words, { cwd, env, encoding: 'utf8', stdio: 'pipe' });

export class PackedProject {
  /** Holds the project, and beside it npm's own files. */
  private readonly place = mkdtempSync(join(tmpdir(), 'signorini-pack-'));
  readonly folder = join(this.place, 'project');
  /** Files of each package. */
  readonly files: Readonly<Record<string, readonly string[]>>;

  /** Packs, and installs the engine and the laboratory alone. */
  constructor() {
    mkdirSync(this.folder);
    this.write('package.json', '{ "name": "empty", "private": true, "type": "module" }');
    const folders = PACKAGES.map(({ folder }) => join(ROOT, 'packages', folder));
    const own = [`--cache=${join(this.place, 'cache')}`, `--userconfig=${join(this.place, 'npmrc')}`];
    const words = ['--json', '--dry-run', '--ignore-scripts', '--offline', ...own];
    const packed: Packed[] = JSON.parse(run(this.place, 'npm', 'pack', ...folders, ...words));
    this.files = Object.fromEntries(packed.map(({ name, files }) => [name, files.map(({ path }) => path)]));
    this.install('@signorini/engine');
    this.install('@signorini/lab');
  }

  /** Puts the packed files where npm would. */
  private install(name: (typeof PACKAGES)[number]['name']): void {
    const { folder } = PACKAGES.find((one) => one.name === name)!;
    for (const file of this.files[name])
      cpSync(join(ROOT, 'packages', folder, file), join(this.folder, 'node_modules', name, file));
  }

  /** The package.json of an installed package. */
  manifest(name: string) {
    return JSON.parse(this.read('node_modules', name, 'package.json'));
  }

  read(...path: string[]): string {
    return readFileSync(join(this.folder, ...path), 'utf8');
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs a program of the project. @returns what it prints */
  node(program: string, ...words: string[]): string {
    return run(this.folder, process.execPath, program, ...words);
  }

  /** Installs the command. What it depends on is linked from the workspace. */
  addCommand(): void {
    this.install('signorini');
    const { dependencies } = this.manifest('signorini');
    for (const name of Object.keys(dependencies)) if (!name.startsWith('@signorini/')) this.link(name);
  }

  link(name: string): void {
    const place = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(MODULES, name), place);
  }

  /** Checks the types of a program with the workspace's compiler. @returns what it complains of; '' if nothing */
  types(options: Readonly<Record<string, unknown>>, program: string): string {
    this.write('check/program.ts', program);
    const compilerOptions = { strict: true, noEmit: true, target: 'es2023', lib: ['es2023'], ...options };
    this.write('check/tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    try {
      return this.node(join(MODULES, 'typescript', 'bin', 'tsc'), '-p', 'check');
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  remove(): void {
    rmSync(this.place, { recursive: true, force: true });
  }
}

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}
