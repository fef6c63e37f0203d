/** The branches that are shown: the first in full and the others as glass, or all in full side by side. */

import type { PerspectiveCamera } from 'three';
import { Group, type Scene, type WebGLRenderer } from 'three';
import { BODY_FLOATS, CONTACT_FLOATS, type FrameBranch, type SceneInfo } from '../protocol.ts';
import { BodyMeshes, type ColourOf, type geometriesOf } from './body-meshes.ts';
import { cellsOf } from './cells.ts';
import { branchColour } from './colours.ts';
import { Contacts } from './contacts.ts';
import type { Look } from './view.ts';

/** Most contacts drawn through bodies: more would hide the pile. */
const MOST_THROUGH = 1000;

interface Pane {
  readonly group: Group;
  readonly bodies: BodyMeshes;
  /** None of a branch that is glass. */
  readonly contacts: Contacts | undefined;
}

export class Panes {
  private readonly parent: Group;
  private list: Pane[] = [];
  private key = '';
  private side = false;
  /** N: the force of the longest linear arrow, the largest seen so far: arrows keep their scale. */
  longest = 0;

  constructor(parent: Group) {
    this.parent = parent;
  }

  /** The group of the first branch, for things drawn with it alone. */
  get first(): Group | undefined {
    return this.list[0]?.group;
  }

  clear(): void {
    for (const { group, bodies, contacts } of this.list) {
      bodies.dispose();
      contacts?.dispose();
      group.removeFromParent();
    }
    this.list = [];
    this.key = '';
    this.longest = 0;
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
        this.longest = Math.max(this.longest, Math.hypot(one[at]!, one[at + 1]!, one[at + 2]!));
    });
    this.list.forEach(({ bodies, contacts }, k) => {
      const one = numbers[k]!;
      bodies.place(one, BODY_FLOATS, contacts ? undefined : numbers[0]);
      if (!contacts) return;
      bodies.paint(one, look.colourBy, look.theme, look.selectedBody, k === 0 ? colourOf : undefined);
      const arrows = { ...look, reach: info.reach, largest: this.longest, picked: look.selectedContact };
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
    const { longest } = this;
    this.clear();
    Object.assign(this, { key, side, longest });
    this.list = frame.map(({ branch }, k) => {
      const group = new Group();
      this.parent.add(group);
      const glass = k > 0 && !side;
      const bodies = new BodyMeshes(info, group, geometries, glass ? branchColour(branch) : undefined);
      return { group, bodies, contacts: glass ? undefined : new Contacts(group) };
    });
  }
}
