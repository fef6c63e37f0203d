// The lattice of spheres that the experiment `scaling` sweeps.
export { latticePile as pile } from '@signorini/lab';
