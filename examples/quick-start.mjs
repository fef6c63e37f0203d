import { box, createWorld, plane } from '@signorini/engine';

const world = createWorld(); // gravity 9.81 m/s^2 along -z, steps of 1/60 s
world.addBody({ name: 'ground', motion: 'static', shape: plane() });
const crate = world.addBody({
  name: 'crate',
  shape: box(0.25, 0.25, 0.25), // half sides, m
  density: 400, // kg/m^3: 50 kg
  position: [0, 0, 1],
});

let report = world.step();
while (report.time < 2) report = world.step();

const force = world.contacts.reduce((sum, contact) => sum + contact.normalForce, 0);
console.log(`the ground carries ${force.toFixed(3)} N, the crate weighs ${(crate.mass * 9.81).toFixed(3)} N`);
console.log(`error of the last step: ${report.energyError.value.toExponential(0)} J (${report.status})`);

const { total, scale, worst } = world.budget(); // J, of the whole run: solver, joints, contacts, time step
console.log(`in doubt: ${total.toExponential(0)} J of ${scale.toFixed(0)} J that moved, most by ${worst.entry}`);
