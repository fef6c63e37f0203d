// Where the time of the page's main thread goes, from Chromium's own trace: script per picture that is drawn, and tasks.
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'toplevel'];
const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);
/** Events that are JavaScript at work, its messages being read and its garbage being collected; the outermost count. */
const SCRIPT = new Set([
  ...['FunctionCall', 'EvaluateScript', 'v8.run', 'v8.callFunction', 'RunMicrotasks', 'TimerFire', 'EventDispatch'],
  ...['FireAnimationFrame', 'HandlePostMessage', 'MinorGC', 'MajorGC'],
]);

/** Traces what a page does while `act` runs: its pictures with their script, and the tasks of its main thread. */
export async function traced(studio, act) {
  return mainThread(await eventsOf(studio, act));
}

/** CPU time of the page's worker between one mark of that name and the next, ms. */
export async function workerTimes(studio, mark, act) {
  const events = await eventsOf(studio, act);
  const marks = events.filter(({ name, cat }) => name === mark && cat.includes('blink.user_timing'));
  const [{ pid }] = marks;
  const isWorker = ({ name, args }) => name === 'thread_name' && args.name.startsWith('DedicatedWorker');
  const threads = new Set(events.filter((one) => one.pid === pid && isWorker(one)).map(({ tid }) => tid));
  const own = events.filter((one) => one.pid === pid && threads.has(one.tid) && one.ph === 'X');
  const tasks = outermost(own.filter(({ name }) => TASKS.has(name)).sort((p, q) => p.ts - q.ts));
  if (tasks.length === 0) throw new Error('studio: expected tasks of the worker in the trace, found none');
  return marks
    .map(({ ts }) => ts)
    .sort((p, q) => p - q)
    .map((from, k, all) => {
      const inside = tasks.filter(({ ts }) => ts >= from && ts < (all[k + 1] ?? Infinity));
      return inside.reduce((sum, one) => sum + times(one).cpu, 0);
    });
}

async function eventsOf({ browser, page }, act) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

function mainThread(events) {
  const pictures = events.filter(({ name, cat }) => name === 'picture' && cat.includes('blink.user_timing'));
  if (pictures.length === 0) throw new Error('studio: expected pictures in the trace, found none');
  const { pid, tid } = pictures[0];
  const own = events.filter((one) => one.pid === pid && one.tid === tid && one.ph === 'X').sort((p, q) => p.ts - q.ts);
  const tasks = outermost(own.filter(({ name }) => TASKS.has(name)));
  const script = outermost(own.filter(({ name }) => SCRIPT.has(name)));
  return { frames: frames(pictures, tasks, script), tasks: tasks.map(times) };
}

/** Events, in order, that lie in no other. */
function outermost(events) {
  let end = -Infinity;
  return events.filter(({ ts, dur }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
}

const times = ({ dur = 0, tdur = dur }) => ({ clock: dur / 1e3, cpu: tdur / 1e3 }); // ms

/** One per picture: the script from the end of the task that drew the picture before to the end of the one that drew it. */
function frames(pictures, tasks, script) {
  const drawing = tasks.filter(({ ts, dur }) => pictures.some((one) => one.ts >= ts && one.ts <= ts + dur));
  const list = [];
  for (let k = 1; k < drawing.length; k++) {
    const [from, to] = [drawing[k - 1], drawing[k]].map(({ ts, dur }) => ts + dur);
    const inside = script.filter(({ ts }) => ts >= from && ts < to).map(times);
    const sum = (by) => inside.reduce((total, one) => total + one[by], 0);
    list.push({ clock: sum('clock'), cpu: sum('cpu') });
  }
  return list;
}
