import { TrustStore } from '../../ledger/trust/trust-store.js';
import { findGateFiles, type GateFiles } from './gate-files.js';
import { findGitFiles } from './git-files.js';
import { TrustWatch, type TrustWatchOptions } from './trust-watch.js';

export interface TrustOptions extends Pick<TrustWatchOptions, 'workspace' | 'about'> {
  /** Where the gate has a configuration: what it obeys because of that. */
  readonly files?: (() => GateFiles) | undefined;
}

/** Nothing is looked at before the first program. */
export function openTrust({ workspace, files, about }: TrustOptions): TrustWatch {
  return new TrustWatch({
    workspace,
    about,
    store: new TrustStore(workspace),
    find: () => {
      const ofGate = findGateFiles(workspace, files?.());
      const ofGit = findGitFiles(workspace);
      return { files: [...ofGate.files, ...ofGit.files], folders: [...ofGate.folders, ...ofGit.folders] };
    },
  });
}
