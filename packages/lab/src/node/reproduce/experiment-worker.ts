/** What a thread of the pool runs: one experiment at a time. */
export { runExperiment as default } from './experiment-run.ts';
