/** The 3-D view: the only place that draws with three. It holds no state of the run: after a lost context it is made anew. */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShadowMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { BODY_FLOATS, CONTACT_FLOATS, type FrameBranch, type Marks, type SceneInfo } from '../protocol.ts';
import { BodyMeshes, type ColourBy, type ColourOf, geometriesOf } from './body-meshes.ts';
import { type Cell, cellAt } from './cells.ts';
import { BRANCH_COLOURS, type Theme } from './colours.ts';
import type { ArrowOptions } from './contacts.ts';
import { boxOf, distanceFor, keepInFrame } from './framing.ts';
import { Ground } from './ground.ts';
import type { MarkLines, MarkSwitches } from './marks.ts';
import { Orbit } from './orbit.ts';
import { Panes } from './panes.ts';

export interface Look extends ArrowOptions {
  readonly colourBy: ColourBy;
  readonly theme: Theme;
  readonly selectedBody: string | null;
  /** Id; -1: none. */
  readonly selectedContact: number;
  /** Branches side by side instead of over each other. */
  readonly side: boolean;
  readonly marks: MarkSwitches;
}

export type ViewSide = 'free' | 'front' | 'side' | 'top';

const BACKGROUND: Record<Theme, string> = { light: '#f4f6f8', dark: '#14181d' };
/** Beyond so many bodies shadows cost more than they show. */
const MOST_SHADOWS = 600;
const NOT_LATER = -1;

export class View {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(40, 1, 0.01, 500);
  private readonly controls: Orbit;
  private readonly sun = new DirectionalLight('#ffffff', 1.9);
  private readonly group = new Group();
  private readonly floor = new Mesh(
    new PlaneGeometry(200, 200),
    new ShadowMaterial({ opacity: 0.16, depthWrite: false }),
  );
  private readonly ground = new Ground();
  private info: SceneInfo | undefined;
  private readonly panes = new Panes(this.group);
  /** Drawn with the first branch only: the ghost, and marks. */
  private readonly extras = new Group();
  private markLines: MarkLines | undefined;
  private geometries: ReturnType<typeof geometriesOf> = [];
  private ghost: BodyMeshes | undefined;
  private frame: readonly FrameBranch[] = [];
  private theme: Theme | undefined;
  private waiting = 0; // number of the animation frame that draws; 0: none
  /** Drawn by `draw` alone: pictures are made of it. */
  held = false;
  private follows: string | null = null;
  private readonly followed = new Vector3();
  private range = 0; // m: distance of the camera when it was fitted

  /** @throws Error if there is no WebGL */
  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.camera.up.set(0, 0, 1);
    this.controls = new Orbit(this.camera, canvas, () => this.redraw());
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.scene.add(
      new AmbientLight('#ffffff', 0.7),
      new HemisphereLight('#ffffff', '#8d949c', 1.1),
      this.sun,
      this.sun.target,
    );
    this.floor.receiveShadow = true;
    this.scene.add(this.ground.mesh, this.floor, this.group);
  }

  setScene(info: SceneInfo): void {
    this.clear();
    this.info = info;
    this.geometries = geometriesOf(info);
    for (const geometry of this.geometries) geometry.computeBoundingSphere();
    this.follows = null;
    this.renderer.shadowMap.enabled = info.bodies.length <= MOST_SHADOWS;
    const ground = info.bodies.some(({ shape }) => shape >= 0 && info.shapes[shape]!.ground);
    this.floor.visible = ground && this.renderer.shadowMap.enabled;
    this.theme = undefined;
    this.fit('free');
  }

  /** Now, not with the next picture of the page. */
  draw(): void {
    if (this.waiting > 0) cancelAnimationFrame(this.waiting);
    this.waiting = 0;
    this.setAspect();
    this.panes.render(this.renderer, this.scene, this.camera, this.renderer.getSize(new Vector2()));
  }

  /** m */
  get eye(): { readonly position: [number, number, number]; readonly target: [number, number, number] } {
    return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  look({ position, target }: { readonly position: readonly number[]; readonly target: readonly number[] }): void {
    this.camera.position.set(position[0]!, position[1]!, position[2]!);
    this.controls.target.set(target[0]!, target[1]!, target[2]!);
    this.controls.touched = true;
    this.controls.update();
    this.redraw();
  }

  /** Nothing to draw. */
  empty(): void {
    this.clear();
    this.info = undefined;
    this.redraw();
  }

  /** One after the other over each other, the first in full and the others as glass of their colours; or side by side. */
  show(frame: readonly FrameBranch[], look: Look, marks?: Marks): void {
    const { info, geometries } = this;
    const [main] = frame;
    if (!info || !main) return;
    this.frame = frame;
    this.dress(look.theme);
    const own = marks?.branch === main.branch && marks.step === main.step ? marks : undefined;
    this.panes.show(frame, { info, geometries }, look, own && colourBy(look, own));
    this.panes.first?.add(this.extras);
    const numbers = new Float32Array(main.buffer);
    this.mark(numbers, own, look);
    this.followBody(numbers);
    this.keepFrame(numbers);
    this.redraw();
  }

  /** Their code is loaded when they are first asked for. */
  private mark(numbers: Float32Array, marks: Marks | undefined, { marks: switches, theme }: Look): void {
    const { joints, normals, centres } = switches;
    if (this.markLines) this.markLines.show(numbers, marks, this.info!, { switches, theme });
    else if (joints || normals || centres)
      void import('./marks.ts').then(({ MarkLines: Lines }) => {
        this.markLines ??= new Lines(this.extras);
        if (this.info) this.markLines.show(numbers, marks, this.info, { switches, theme });
        this.redraw();
      });
  }

  /** N: the force of the longest arrow of a linear scale. */
  get longest(): number {
    return this.panes.longest;
  }

  set longest(force: number) {
    this.panes.longest = force;
  }

  /** Poses that an iterate would lead to, as glass; undefined: none. */
  showGhost(poses: Float32Array | undefined): void {
    this.ghost?.dispose();
    this.ghost = undefined;
    if (poses && this.info) {
      this.ghost = new BodyMeshes(this.info, this.extras, this.geometries, '#e8b000');
      this.ghost.place(poses, 7);
    }
    this.redraw();
  }

  /** Everything that moves in the middle; from a side, or as it stands. */
  fit(side: ViewSide): void {
    const { info } = this;
    if (!info) return;
    const [main] = this.frame;
    const { centre, half } = boxOf(info, this.geometries, main && new Float32Array(main.buffer));
    const directions = {
      free: [0.6, -1, 0.6],
      front: [0, -1, 0.0001],
      side: [1, 0, 0.0001],
      top: [0, -0.0001, 1],
    } as const;
    this.setAspect();
    const [x, y, z] = directions[side];
    const direction = new Vector3(x, y, z).normalize();
    const distance = 1.15 * distanceFor(this.camera, direction, half);
    const away = direction.multiplyScalar(distance);
    this.controls.target.set(...centre);
    this.camera.position.copy(this.controls.target).add(away);
    this.camera.near = distance / 200;
    this.camera.far = distance * 40;
    this.camera.updateProjectionMatrix();
    this.range = distance;
    this.light(centre);
    this.controls.touched = false;
    this.controls.update();
    this.redraw();
  }

  /** Keeps moving bodies in the picture until a person moves the camera. */
  private keepFrame(numbers: Float32Array): void {
    if (this.controls.touched || this.follows !== null) return;
    const box = boxOf(this.info!, this.geometries, numbers);
    this.setAspect();
    if (!keepInFrame(this.camera, this.controls.target, box, this.range)) return;
    const lit = this.sun.target.position.distanceTo(new Vector3(...box.centre));
    if (lit > this.info!.reach) this.light(box.centre); // not with every frame: edges of shadows would flicker
    this.controls.update();
  }

  /** Shadows reach three reaches of the scene around a point. */
  private light(centre: readonly number[]): void {
    const { reach } = this.info!;
    const { target, position, shadow } = this.sun;
    const at = new Vector3().fromArray(centre);
    target.position.copy(at);
    position.set(at.x + 2 * reach, at.y - 3 * reach, at.z + 5 * reach);
    const { camera } = shadow;
    [camera.left, camera.right, camera.top, camera.bottom] = [-3 * reach, 3 * reach, 3 * reach, -3 * reach];
    [camera.near, camera.far] = [0.1 * reach, 14 * reach];
    camera.updateProjectionMatrix();
  }

  follow(body: string | null): void {
    this.follows = body;
    this.followed.set(Number.NaN, 0, 0);
  }

  resize(width: number, height: number, ratio: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(ratio, 2));
    this.renderer.setSize(width, height, false);
    this.redraw();
  }

  /** The cell of a point of the canvas, -1 to 1 each way. */
  cellAt(x: number, y: number): Cell {
    return cellAt(this.cells(), x, y);
  }

  /** The ray under a point of the canvas, -1 to 1 each way: origin and direction. */
  ray(x: number, y: number): { readonly from: number[]; readonly direction: number[] } {
    const cell = this.cellAt(x, y);
    const from = this.camera.position;
    const direction = new Vector3(cell.x, cell.y, 0.5).unproject(this.camera).sub(from).normalize();
    return { from: from.toArray(), direction: direction.toArray() };
  }

  /** Where the ray of a point meets the plane through `through` that faces the camera. */
  onPlane(x: number, y: number, through: readonly number[]): number[] {
    const { from, direction } = this.ray(x, y);
    const normal = this.camera.getWorldDirection(new Vector3());
    const origin = new Vector3(...from);
    const along = new Vector3(...direction);
    const t = new Vector3(...through).sub(origin).dot(normal) / along.dot(normal);
    return origin.add(along.multiplyScalar(t)).toArray();
  }

  /** The drawn contact nearest to a point of the canvas; within so many pixels. */
  contactAt(x: number, y: number, pixels: number): { readonly id: number; readonly place: number } | undefined {
    const cell = this.cellAt(x, y);
    const shown = this.frame[cell.place];
    if (!shown || !this.info) return undefined;
    const numbers = new Float32Array(shown.buffer).subarray(BODY_FLOATS * this.info.bodies.length);
    const [columns, rows] = this.cells();
    const size = this.renderer.getSize(new Vector2()).divide(new Vector2(columns, rows));
    const point = new Vector3();
    let best: { id: number; place: number } | undefined;
    let least = pixels;
    for (let k = 0; k < shown.drawn; k++) {
      const at = CONTACT_FLOATS * k;
      point.set(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!).project(this.camera);
      const distance = Math.hypot(0.5 * (point.x - cell.x) * size.x, 0.5 * (point.y - cell.y) * size.y);
      if (point.z > 1 || distance >= least) continue;
      least = distance;
      best = { id: numbers[at + 11]!, place: k };
    }
    return best;
  }

  /** Metres per pixel at the middle of the view. */
  get scale(): number {
    const height = this.renderer.getSize(new Vector2()).y / this.cells()[1];
    const distance = this.camera.position.distanceTo(this.controls.target);
    return (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)) / Math.max(1, height);
  }

  private cells(): readonly [number, number] {
    const { x, y } = this.renderer.getSize(new Vector2());
    return this.panes.cells(x, y);
  }

  private setAspect(): void {
    const { x, y } = this.renderer.getSize(new Vector2());
    const [columns, rows] = this.cells();
    const aspect = x / columns / Math.max(1, y / rows);
    if (aspect === this.camera.aspect) return;
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.clear();
    this.ground.dispose();
    this.controls.dispose();
    this.renderer.dispose();
  }

  /** Draws at once what `act` shows, for a caller inside an animation frame: otherwise it would appear one frame later. */
  atOnce(act: () => void): void {
    this.waiting ||= NOT_LATER;
    act();
    if (!this.held) this.draw();
  }

  private redraw(): void {
    if (this.waiting !== 0 || this.held) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (!this.held) this.draw();
    });
  }

  private dress(theme: Theme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.scene.background = new Color(BACKGROUND[theme]);
    (this.floor.material as ShadowMaterial).opacity = theme === 'light' ? 0.16 : 0.4;
    this.ground.dress(theme, this.info!.reach);
  }

  private followBody(numbers: Float32Array): void {
    const place = this.follows === null ? -1 : this.info!.bodies.findIndex(({ name }) => name === this.follows);
    if (place < 0) return;
    const now = new Vector3().fromArray(numbers, BODY_FLOATS * place);
    if (!Number.isNaN(this.followed.x)) {
      const moved = now.clone().sub(this.followed);
      this.camera.position.add(moved);
      this.controls.target.add(moved);
    } else this.controls.target.copy(now);
    this.followed.copy(now);
    this.controls.update();
  }

  private clear(): void {
    this.ghost?.dispose();
    this.ghost = undefined;
    this.panes.clear();
    this.markLines?.dispose();
    this.markLines = undefined;
    for (const geometry of this.geometries) geometry.dispose();
    this.geometries = [];
    this.frame = [];
  }
}

const ASLEEP: Record<Theme, string> = { light: '#e3e5e8', dark: '#2e343b' };

/** Colours by what came with the marks: sleeping bodies pale, islands in turns. */
function colourBy({ colourBy: by, marks, theme }: Look, { islands, asleep }: Marks): ColourOf {
  return (body) => {
    if (marks.sleeping && asleep[body] === 1) return ASLEEP[theme];
    const island = by === 'island' ? islands[body]! : -1;
    return island < 0 ? undefined : BRANCH_COLOURS[island % BRANCH_COLOURS.length];
  };
}
