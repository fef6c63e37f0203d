/** The branches that are shown: the first in full and the others as glass, or all in full side by side. */

import type { PerspectiveCamera } from 'three';
import { Group, type Scene, type WebGLRenderer } from 'three';
import { BODY_FLOATS, CONTACT_FLOATS, type FrameBranch, type SceneInfo } from '../protocol.ts';
import { Bodies, type ColourOf, type geometriesOf } from './bodies.ts';
import { cellsOf } from './cells.ts';
import { branchColour } from './colours.ts';
import { Contacts } from './contacts.ts';
import type { Look } from './view.ts';

/** Of more contacts those inside would hide the pile. */
export const MOST_THROUGH = 1000;

interface Pane {
  readonly group: Group;
  readonly bodies: Bodies;
  /** None of a branch that is glass. */
  readonly contacts: Contacts | undefined;
}

export class Panes {
  private readonly parent: Group;
  private list: Pane[] = [];
  private key = '';
  private side = false;
  private largest = 0; // N, of the forces seen so far: arrows keep their scale

  constructor(parent: Group) {
    this.parent = parent;
  }

  /** What is drawn with the first branch only. */
  get first(): Group | undefined {
    return this.list[0]?.group;
  }

  /** N: the force of the longest linear arrow. */
  get longest(): number {
    return this.largest;
  }

  clear(): void {
    for (const { group, bodies, contacts } of this.list) {
      bodies.dispose();
      contacts?.dispose();
      group.removeFromParent();
    }
    this.list = [];
    this.key = '';
    this.largest = 0;
  }

  show(
    frame: readonly FrameBranch[],
    { info, geometries }: { readonly info: SceneInfo; readonly geometries: ReturnType<typeof geometriesOf> },
    look: Look,
    colourOf?: ColourOf,
  ): void {
    this.arrange(frame, look.side, info, geometries);
    const numbers = frame.map(({ buffer }) => new Float32Array(buffer));
    const solid = numbers.slice(0, this.side ? undefined : 1);
    const first = BODY_FLOATS * info.bodies.length;
    solid.forEach((one, k) => {
      for (let at = first + 3; at < first + CONTACT_FLOATS * frame[k]!.drawn; at += CONTACT_FLOATS)
        this.largest = Math.max(this.largest, Math.hypot(one[at]!, one[at + 1]!, one[at + 2]!));
    });
    this.list.forEach(({ bodies, contacts }, k) => {
      const one = numbers[k]!;
      bodies.place(one, BODY_FLOATS);
      if (!contacts) return;
      bodies.paint(one, look.colourBy, look.theme, look.selectedBody, k === 0 ? colourOf : undefined);
      const arrows = { ...look, reach: info.reach, largest: this.largest, picked: look.selectedContact };
      contacts.theme = look.theme;
      contacts.through = look.marks.through && frame[k]!.drawn <= MOST_THROUGH;
      contacts.show(one.subarray(first), frame[k]!.drawn, arrows);
    });
  }

  /** Columns and rows; one cell if branches lie over each other. */
  cells(width: number, height: number): readonly [number, number] {
    return this.side ? cellsOf(Math.max(1, this.list.length), width >= height) : [1, 1];
  }

  /** All cells with one camera. @param size of the canvas, in pixels of the page */
  render(
    renderer: WebGLRenderer,
    scene: Scene,
    camera: PerspectiveCamera,
    { x: width, y: height }: { readonly x: number; readonly y: number },
  ): void {
    const [columns, rows] = this.cells(width, height);
    const [w, h] = [width / columns, height / rows];
    renderer.setScissorTest(columns * rows > 1);
    for (let place = 0; place < columns * rows; place++) {
      const [x, y] = [w * (place % columns), h * (rows - 1 - Math.floor(place / columns))];
      renderer.setViewport(x, y, w, h);
      renderer.setScissor(x, y, w, h);
      this.list.forEach(({ group }, k) => {
        group.visible = !this.side || k === place;
      });
      renderer.render(scene, camera);
    }
  }

  private arrange(
    frame: readonly FrameBranch[],
    side: boolean,
    info: SceneInfo,
    geometries: ReturnType<typeof geometriesOf>,
  ): void {
    const key = `${frame.map(({ branch }) => branch).join()} ${side}`;
    if (key === this.key) return;
    const { largest } = this;
    this.clear();
    Object.assign(this, { key, side, largest });
    this.list = frame.map(({ branch }, k) => {
      const group = new Group();
      this.parent.add(group);
      const glass = k > 0 && !side;
      const bodies = new Bodies(info, group, geometries, glass ? branchColour(branch) : undefined);
      return { group, bodies, contacts: glass ? undefined : new Contacts(group) };
    });
  }
}
