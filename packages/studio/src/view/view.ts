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
  Raycaster,
  Scene,
  ShadowMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { BODY_FLOATS, CONTACT_FLOATS, type FrameBranch, type SceneInfo } from '../protocol.ts';
import { Bodies, type ColourBy, geometriesOf } from './bodies.ts';
import { branchColour, type Theme } from './colours.ts';
import { type ArrowOptions, Contacts } from './contacts.ts';
import { Ground } from './ground.ts';

export interface Look extends ArrowOptions {
  readonly colourBy: ColourBy;
  readonly theme: Theme;
  readonly selectedBody: string | null;
  /** Id; -1: none. */
  readonly selectedContact: number;
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
  private readonly controls: OrbitControls;
  private readonly sun = new DirectionalLight('#ffffff', 1.9);
  private readonly group = new Group();
  private readonly floor = new Mesh(
    new PlaneGeometry(200, 200),
    new ShadowMaterial({ opacity: 0.16, depthWrite: false }),
  );
  private readonly ground = new Ground();
  private info: SceneInfo | undefined;
  private bodies: Bodies[] = [];
  private contacts: Contacts | undefined;
  private geometries: ReturnType<typeof geometriesOf> = [];
  private ghost: Bodies | undefined;
  private frame: readonly FrameBranch[] = [];
  private theme: Theme | undefined;
  private waiting = 0; // number of the animation frame that draws; 0: none
  private largest = 0; // N, of the forces seen so far: arrows keep their scale
  private follows: string | null = null;
  private readonly followed = new Vector3();

  /** @throws Error if there is no WebGL */
  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.redraw());
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
    this.contacts = new Contacts(this.group);
    this.largest = 0;
    this.follows = null;
    this.renderer.shadowMap.enabled = info.bodies.length <= MOST_SHADOWS;
    const ground = info.bodies.some(({ shape }) => shape >= 0 && info.shapes[shape]!.ground);
    this.floor.visible = ground && this.renderer.shadowMap.enabled;
    this.theme = undefined;
    this.fit('free');
  }

  /** Nothing to draw. */
  empty(): void {
    this.clear();
    this.info = undefined;
    this.redraw();
  }

  /** Branches with the first in full and the others as glass of their colours. */
  show(frame: readonly FrameBranch[], look: Look): void {
    const { info } = this;
    if (!info) return;
    const others = frame.map(({ branch }) => branch).join();
    if (others !== this.frame.map(({ branch }) => branch).join() || this.bodies.length !== frame.length) {
      for (const one of this.bodies) one.dispose();
      this.bodies = frame.map(
        ({ branch }, k) => new Bodies(info, this.group, this.geometries, k === 0 ? undefined : branchColour(branch)),
      );
    }
    this.frame = frame;
    this.dress(look.theme);
    frame.forEach(({ buffer }, k) => {
      this.bodies[k]!.place(new Float32Array(buffer), BODY_FLOATS);
    });
    const [main] = frame;
    if (main) {
      const numbers = new Float32Array(main.buffer);
      this.bodies[0]!.paint(numbers, look.colourBy, look.theme, look.selectedBody);
      const contacts = numbers.subarray(BODY_FLOATS * info.bodies.length);
      for (let at = 3; at < CONTACT_FLOATS * main.drawn; at += CONTACT_FLOATS)
        this.largest = Math.max(this.largest, Math.hypot(contacts[at]!, contacts[at + 1]!, contacts[at + 2]!));
      const { reach } = info;
      this.contacts!.show(contacts, main.drawn, {
        ...look,
        reach,
        largest: this.largest,
        picked: look.selectedContact,
      });
      this.followBody(numbers);
    }
    this.redraw();
  }

  /** Poses that an iterate would lead to, as glass; undefined: none. */
  showGhost(poses: Float32Array | undefined): void {
    this.ghost?.dispose();
    this.ghost = undefined;
    if (poses && this.info) {
      this.ghost = new Bodies(this.info, this.group, this.geometries, '#e8b000');
      this.ghost.place(poses, 7);
    }
    this.redraw();
  }

  /** Everything that moves in the middle; from a side, or as it stands. */
  fit(side: ViewSide): void {
    const { info } = this;
    if (!info) return;
    const { centre, half, reach } = info;
    const directions = {
      free: [0.6, -1, 0.6],
      front: [0, -1, 0.0001],
      side: [1, 0, 0.0001],
      top: [0, -0.0001, 1],
    } as const;
    const [x, y, z] = directions[side];
    const direction = new Vector3(x, y, z).normalize();
    const distance = 1.15 * this.distanceFor(direction, half);
    const away = direction.multiplyScalar(distance);
    this.controls.target.set(...centre);
    this.camera.position.copy(this.controls.target).add(away);
    this.camera.near = distance / 200;
    this.camera.far = distance * 40;
    this.camera.updateProjectionMatrix();
    this.sun.position.set(centre[0] + 2 * reach, centre[1] - 3 * reach, centre[2] + 5 * reach);
    this.sun.target.position.set(...centre);
    const shadow = this.sun.shadow.camera;
    [shadow.left, shadow.right, shadow.top, shadow.bottom] = [-3 * reach, 3 * reach, 3 * reach, -3 * reach];
    [shadow.near, shadow.far] = [0.1 * reach, 14 * reach];
    shadow.updateProjectionMatrix();
    this.controls.update();
    this.redraw();
  }

  /** From which all corners of a box are seen. */
  private distanceFor(direction: Vector3, half: readonly [number, number, number]): number {
    const tangent = Math.tan((this.camera.fov * Math.PI) / 360);
    const right = new Vector3().crossVectors(this.camera.up, direction).normalize();
    const up = new Vector3().crossVectors(direction, right);
    let most = 0;
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = half.map((h, c) => ((corner >> c) & 1 ? h : -h)) as [number, number, number];
      const at = new Vector3(x, y, z);
      const wide = Math.max(Math.abs(at.dot(right)) / this.camera.aspect, Math.abs(at.dot(up))) / tangent;
      most = Math.max(most, at.dot(direction) + wide);
    }
    return most;
  }

  follow(body: string | null): void {
    this.follows = body;
    this.followed.set(Number.NaN, 0, 0);
  }

  resize(width: number, height: number, ratio: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(ratio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** The ray under a point of the canvas, -1 to 1 each way: origin and direction. */
  ray(x: number, y: number): { readonly from: number[]; readonly direction: number[] } {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.camera);
    return { from: caster.ray.origin.toArray(), direction: caster.ray.direction.toArray() };
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
    const [main] = this.frame;
    if (!main || !this.info) return undefined;
    const numbers = new Float32Array(main.buffer).subarray(BODY_FLOATS * this.info.bodies.length);
    const size = this.renderer.getSize(new Vector2());
    const point = new Vector3();
    let best: { id: number; place: number } | undefined;
    let least = pixels;
    for (let k = 0; k < main.drawn; k++) {
      const at = CONTACT_FLOATS * k;
      point.set(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!).project(this.camera);
      const distance = Math.hypot(0.5 * (point.x - x) * size.x, 0.5 * (point.y - y) * size.y);
      if (point.z > 1 || distance >= least) continue;
      least = distance;
      best = { id: numbers[at + 11]!, place: k };
    }
    return best;
  }

  /** Metres per pixel at the middle of the view. */
  get scale(): number {
    const height = this.renderer.getSize(new Vector2()).y;
    const distance = this.camera.position.distanceTo(this.controls.target);
    return (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)) / Math.max(1, height);
  }

  dispose(): void {
    this.clear();
    this.ground.dispose();
    this.controls.dispose();
    this.renderer.dispose();
  }

  /** What `act` shows is drawn at once: for a caller inside an animation frame, whose picture would otherwise be the next. */
  atOnce(act: () => void): void {
    this.waiting ||= NOT_LATER;
    act();
    this.draw();
  }

  private draw(): void {
    if (this.waiting > 0) cancelAnimationFrame(this.waiting);
    this.waiting = 0;
    this.renderer.render(this.scene, this.camera);
  }

  private redraw(): void {
    if (this.waiting === 0) this.waiting = requestAnimationFrame(() => this.draw());
  }

  private dress(theme: Theme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.scene.background = new Color(BACKGROUND[theme]);
    this.contacts!.theme = theme;
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
    for (const one of this.bodies) one.dispose();
    this.bodies = [];
    this.ghost?.dispose();
    this.ghost = undefined;
    this.contacts?.dispose();
    for (const geometry of this.geometries) geometry.dispose();
    this.geometries = [];
    this.frame = [];
  }
}
