/**
 * `npm run bench`: the figures that are promised, as ratios and differences measured side by side in this one run. It
 * fails where a figure misses its target; a busy machine can make one miss.
 */
import { cancellation } from '../bench/cancellation.mjs';
import { chooseModel } from '../bench/choose-model.mjs';
import { concurrency } from '../bench/concurrency.mjs';
import { consultOverhead } from '../bench/consult-overhead.mjs';
import { decideRoute } from '../bench/decide-route.mjs';
import { doctorModels } from '../bench/doctor-models.mjs';
import { heldPipe } from '../bench/held-pipe.mjs';
import { startUp } from '../bench/start-up.mjs';
import { throughput } from '../bench/throughput.mjs';
import { createBenchWorlds } from '../bench/world.mjs';
import { build } from './build.mjs';
import { run } from './run.mjs';

const LIBRARIES = 'testing,runtime,security,models,backends,execution';

const failed =
  (await run('nx', ['run-many', '--targets=build', `--projects=${LIBRARIES}`, '--outputStyle=static'])) === 0
    ? await build()
    : 'the libraries could not be built';
if (failed !== undefined) {
  console.error(failed);
  process.exit(1);
}

const { worlds, folder, remove } = await createBenchWorlds();
const [codex, , agy] = worlds;
try {
  /** @type {import('../bench/measure.mjs').Figure[]} */
  const figures = await startUp(codex);
  for (const world of worlds) figures.push(await consultOverhead(world), await cancellation(world));
  figures.push(...(await chooseModel(codex, folder)));
  figures.push(await decideRoute(folder), await doctorModels(codex, folder));
  figures.push(...(await concurrency(agy)), ...(await heldPipe()), ...(await throughput(folder)));
  const width = (/** @type {(figure: import('../bench/measure.mjs').Figure) => string} */ of) =>
    Math.max(...figures.map((figure) => of(figure).length));
  const [what, value] = [width((figure) => figure.what), width((figure) => figure.value)];
  console.log('');
  for (const figure of figures) {
    const verdict =
      figure.target === undefined ? '' : `${figure.holds ? 'holds ' : 'MISSED'} ${figure.target}`;
    console.log(`${figure.what.padEnd(what)}  ${figure.value.padEnd(value)}  ${verdict}`.trimEnd());
  }
  if (figures.some(({ holds }) => holds === false)) process.exitCode = 1;
} finally {
  await remove();
}
