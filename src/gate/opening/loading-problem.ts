import { isAbsolute } from 'node:path';
import { ConfigurationError } from '../../configuration/configuration-error.js';
import { DefinitionError } from '../../vocabulary/definition-error.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { authorsPlace, fromHere } from './authors-place.js';

/** Exit code 4: something has to be put right before any command can run. */
const precondition = 4;

/** Why there is no gate: the report of everything that is wrong with the configuration or the commands. */
export function loadingProblem(error: unknown): GateError {
  if (error instanceof GateError) return error;
  if (error instanceof ConfigurationError) {
    return new CommandError('CONFIGURATION_ERROR', error.message, {
      hint: 'Fix the configuration file and try again',
      exitCode: precondition,
    });
  }
  if (error instanceof DefinitionError) {
    const details = error.problems.map(({ where, message, fix }) => ({
      code: 'WRONG_DEFINITION',
      field: where,
      message,
      hint: fix,
    }));
    const places = [...new Set(placesOf(error))].map((message) => ({ code: 'RAISED_AT', message }));
    return new CommandError(
      'DEFINITION_ERROR',
      `${details.length === 1 ? 'A command is' : 'Commands are'} defined wrongly`,
      {
        hint: 'Fix the definitions and try again',
        exitCode: precondition,
        details: [...details, ...places],
      },
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  const place = authorsPlace(error);
  return new CommandError('START_FAILED', message, {
    hint: 'The program could not start, whatever the command: fix what the message names, or tell its author',
    exitCode: precondition,
    ...(place !== undefined && { details: [{ code: 'RAISED_AT', message: `It was raised in ${place}` }] }),
    cause: error,
  });
}

/** The files of the commands; without any, the line by which they were handed over. */
function placesOf(error: DefinitionError): string[] {
  const files = error.problems.flatMap(({ where, file }) =>
    file === undefined ? [] : [`"${where.split(' ', 1)[0]}" is defined in ${fromHere(file)}`],
  );
  const place = files.length === 0 && error.problems.every(({ where }) => !isAbsolute(where)) && authorsPlace(error);
  return place ? [`It was raised in ${place}`] : files;
}
