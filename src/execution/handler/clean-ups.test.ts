import { expect, test } from 'vitest';
import { CleanUps } from './clean-ups.js';

function newCleanUps() {
  const problems: string[] = [];
  return { cleanUps: new CleanUps((problem) => problems.push(problem)), problems };
}

test('the last one comes first, each waits for the one before, and none comes twice', async () => {
  const { cleanUps, problems } = newCleanUps();
  const done: number[] = [];
  cleanUps.add(() => done.push(1));
  cleanUps.add(async () => {
    await new Promise(setImmediate);
    done.push(2);
  });
  await Promise.all([cleanUps.run(), cleanUps.run()]);
  await cleanUps.run();
  expect([done.toSorted(), problems]).toEqual([[1, 2], []]);
});

test('one that fails is told of, and the others are done', async () => {
  const { cleanUps, problems } = newCleanUps();
  const done: number[] = [];
  cleanUps.add(() => done.push(1));
  cleanUps.add(() => Promise.reject(new Error('broken')));
  await cleanUps.run();
  expect([done, problems]).toEqual([[1], [expect.stringContaining('Cleaning up failed: Error: broken')]]);
});

test('one that never ends is not waited for', async () => {
  const { cleanUps, problems } = newCleanUps();
  cleanUps.add(() => new Promise(() => undefined));
  await cleanUps.run(20);
  expect(problems).toEqual(['Cleaning up took longer than 20ms and was abandoned.']);
});

test('what one adds is done before the end, too', async () => {
  const { cleanUps, problems } = newCleanUps();
  const done: string[] = [];
  cleanUps.add(() => {
    cleanUps.add(async () => {
      await new Promise(setImmediate);
      done.push('added');
    });
    void cleanUps.run();
    done.push('adding');
  });
  await cleanUps.run();
  expect([done, problems]).toEqual([['adding', 'added'], []]);
});

test('one that adds itself again without waiting for anything does not keep the process', async () => {
  const { cleanUps, problems } = newCleanUps();
  const again = () => {
    cleanUps.add(again);
    void cleanUps.run();
  };
  cleanUps.add(again);
  await cleanUps.run(20);
  expect(problems).toEqual(['Cleaning up took longer than 20ms and was abandoned.']);
});

test('so are they after one that throws what cannot even be shown', async () => {
  const { cleanUps, problems } = newCleanUps();
  const done: number[] = [];
  cleanUps.add(() => done.push(1));
  cleanUps.add(() => Promise.reject(Object.create(null)));
  await cleanUps.run();
  expect([done, problems]).toEqual([[1], ['Cleaning up failed: a value that is not an error']]);
});
