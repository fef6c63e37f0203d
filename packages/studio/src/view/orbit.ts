/**
 * The camera by hand: a drag turns it about its target, a drag with the right button (or two fingers) moves it, the wheel (or a
 * pinch) brings it nearer. z is up. three's own controls do more and are five times as large.
 */
import { type PerspectiveCamera, Vector3 } from 'three';

const STEEPEST = 0.001; // rad from straight above or below

interface Finger {
  x: number;
  y: number;
}

export class Orbit {
  readonly target = new Vector3();
  /** Since it was last set to false: what a hand did is left alone. */
  touched = false;
  private readonly camera: PerspectiveCamera;
  private readonly canvas: HTMLCanvasElement;
  private readonly changed: () => void;
  private readonly fingers = new Map<number, Finger>();
  private pans = false;

  constructor(camera: PerspectiveCamera, canvas: HTMLCanvasElement, changed: () => void) {
    this.camera = camera;
    this.canvas = canvas;
    this.changed = changed;
    canvas.addEventListener('pointerdown', this.press);
    canvas.addEventListener('pointermove', this.move);
    canvas.addEventListener('lostpointercapture', this.release);
    canvas.addEventListener('wheel', this.wheel, { passive: false });
    canvas.addEventListener('contextmenu', prevent);
  }

  dispose(): void {
    this.canvas.removeEventListener('pointerdown', this.press);
    this.canvas.removeEventListener('pointermove', this.move);
    this.canvas.removeEventListener('lostpointercapture', this.release);
    this.canvas.removeEventListener('wheel', this.wheel);
    this.canvas.removeEventListener('contextmenu', prevent);
  }

  /** After the camera or the target was set. */
  update(): void {
    this.camera.lookAt(this.target);
    this.camera.updateMatrixWorld();
    this.changed();
  }

  private readonly press = (event: PointerEvent): void => {
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.pans = event.button === 2 || event.ctrlKey || event.metaKey;
  };

  private readonly release = ({ pointerId }: PointerEvent): void => {
    this.fingers.delete(pointerId);
  };

  private readonly move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    const finger = this.fingers.get(pointerId);
    if (!finger) return;
    const [dx, dy] = [clientX - finger.x, clientY - finger.y];
    const other = [...this.fingers].find(([id]) => id !== pointerId)?.[1];
    if (other) {
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(clientX - other.x, clientY - other.y);
      this.zoom(before / Math.max(1, after));
      this.pan(0.5 * dx, 0.5 * dy);
    } else if (this.pans) this.pan(dx, dy);
    else this.turn(dx, dy);
    Object.assign(finger, { x: clientX, y: clientY });
    this.touched = true;
    this.update();
  };

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.touched = true;
    const pixels = event.deltaMode === 0 ? event.deltaY : 30 * event.deltaY; // else lines
    this.zoom(Math.exp(0.0012 * Math.max(-300, Math.min(300, pixels))));
    this.update();
  };

  /** Half a turn over the height of the canvas. */
  private turn(dx: number, dy: number): void {
    const arm = this.camera.position.clone().sub(this.target);
    const perPixel = Math.PI / this.canvas.clientHeight;
    const flat = Math.hypot(arm.x, arm.y);
    const round = Math.atan2(arm.y, arm.x) - 2 * perPixel * dx;
    const up = Math.atan2(arm.z, flat) + 2 * perPixel * dy;
    const steep = Math.min(Math.PI / 2 - STEEPEST, Math.max(STEEPEST - Math.PI / 2, up));
    const [length, level] = [arm.length(), Math.cos(steep)];
    arm.set(level * Math.cos(round), level * Math.sin(round), Math.sin(steep)).multiplyScalar(length);
    this.camera.position.copy(this.target).add(arm);
  }

  /** Keeps the point under the pointer, at the distance of the target, under it. */
  private pan(dx: number, dy: number): void {
    const distance = this.camera.position.distanceTo(this.target);
    const metres = (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)) / this.canvas.clientHeight;
    const { elements } = this.camera.matrixWorld;
    const moved = new Vector3()
      .addScaledVector(new Vector3(elements[0], elements[1], elements[2]), -metres * dx)
      .addScaledVector(new Vector3(elements[4], elements[5], elements[6]), metres * dy);
    this.camera.position.add(moved);
    this.target.add(moved);
  }

  private zoom(factor: number): void {
    const arm = this.camera.position.clone().sub(this.target).multiplyScalar(factor);
    this.camera.position.copy(this.target).add(arm);
  }
}

const prevent = (event: Event): void => event.preventDefault();
