import { type Check, judge, look, unseen } from '../check.js';
import { isText } from '../json.js';

/** What takes a command made for it, an application that is wrong on purpose, or another build. */
export const unseenChecks: readonly Check[] = [
  unseen('F-030', 'a command that starts a program and leaves it'),
  unseen('F-031', 'a command that starts a program which does not end'),
  unseen('F-033', 'a command that takes a lock'),
  unseen('F-036', 'a command that speaks HTTP'),
  unseen('F-037', 'a command that speaks HTTP'),
  {
    id: 'REQ-F-057',
    how: 'Where a safe command would open an address: data.open_url and meta.headless',
    run: async ({ survey }) =>
      judge(
        (await survey())
          .filter(({ meta }) => 'headless' in meta)
          .map((answer) =>
            look(
              answer,
              answer.meta.headless === true && isText(Object(answer.data).open_url),
              'meta.headless and data.open_url',
            ),
          ),
        'No safe command opens an address',
      ),
  },
  unseen('F-062', 'a command that hands its arguments to a program and shows them'),
  unseen('F-064', 'a command that writes into a field of limited size'),
  unseen('F-065', 'a command that joins programs by pipes'),
  unseen('F-070', 'a command that writes a large file, and a kill in the middle'),
  unseen('C-017', 'a command with a hook that leaves a mark'),
  unseen('C-021', 'a command that signs in'),
  unseen('C-022', 'a command that goes on after its answer'),
  unseen('C-025', 'a command that writes settings'),
  unseen('O-024', 'two configurations of the application'),
  unseen('O-033', 'a command that signs in'),
  unseen('O-044', 'the package, and an installation of it'),
];
