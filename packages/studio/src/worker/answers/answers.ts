/** Every question of the page and what answers it, in one table. Answers change nothing that is shown. */
import { VERSION } from '@signorini/engine';
import { momentOfRun } from '../../moment/moment-of-run.ts';
import type { Setup } from '../../protocol.ts';
import type { About, Answer, AnswerReply, QuestionName, QuestionRequest } from '../../questions.ts';
import type { AnswerContext } from './answer-context.ts';
import { InspectedStep } from './inspected-step.ts';
import { Sampler } from './sampler.ts';
import { findStop } from './stops.ts';
import { Reasons } from './why.ts';

export class StepAnswers {
  private readonly context: AnswerContext;
  private readonly inspected: InspectedStep;
  private readonly sampler: Sampler;
  private readonly reasons: Reasons;

  constructor(context: AnswerContext) {
    this.context = context;
    this.inspected = new InspectedStep(context);
    this.sampler = new Sampler(context);
    this.reasons = new Reasons(context);
  }

  /** Undefined: the answer comes later, perhaps in parts. */
  private readonly handlers: { readonly [K in QuestionName]: (about: About<K>) => Answer<K> | undefined } = {
    inspection: (about) => this.inspected.inspection(about),
    iterate: (about) => this.inspected.iterate(about),
    solverAnswer: (about) => this.inspected.solverAnswer(about),
    problem: (about) => this.inspected.problem(about),
    curves: (about) => this.sampler.record(about),
    tried: (about) => this.sampler.run(about),
    why: (about) => this.reasons.explain(about),
    stop: (about) => findStop(this.context.tree, about),
    moment: (about) => this.moment(about),
  };

  answer({ question, about }: QuestionRequest): void {
    const answer = (this.handlers[question] as (about: unknown) => AnswerReply['answer'] | undefined)(about);
    if (answer !== undefined) this.context.reply({ type: 'answer', question, answer } as AnswerReply);
  }

  /** Solves the problem of a file; the function that is returned shows it. @throws ProblemFormatError, ContractError */
  openProblem(text: string, setup: Setup): () => void {
    const { problem, inspection } = this.inspected.openProblem(text, setup);
    return () => {
      this.context.reply({ type: 'answer', question: 'problem', answer: problem });
      this.context.reply({ type: 'answer', question: 'inspection', answer: inspection });
    };
  }

  private moment({ view, contact }: About<'moment'>): Answer<'moment'> {
    const { tree, now } = this.context;
    const { spec: run, state, ids } = now();
    const { shown, step } = tree;
    const moment = momentOfRun({
      engine: VERSION,
      run,
      state,
      shown,
      step,
      hash: tree.holder(tree.main()).shown.hash(),
      branches: tree.infos(),
      view: { ...view, contact: contact === null ? null : ids.keyOf(contact) },
    });
    return { text: JSON.stringify(moment), step };
  }
}
