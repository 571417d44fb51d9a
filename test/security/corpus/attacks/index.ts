import type { Attack } from '../entry.js';
import { archives } from './archives.js';
import { destroying } from './destroying.js';
import { environment } from './environment.js';
import { evasion } from './evasion.js';
import { everyday } from './everyday.js';
import { exhaustion } from './exhaustion.js';
import { git } from './git.js';
import { indirect } from './indirect.js';
import { interpreters } from './interpreters.js';
import { later } from './later.js';
import { links } from './links.js';
import { network } from './network.js';
import { observed } from './observed.js';
import { optionValues } from './option-values.js';
import { pathEscapes } from './path-escapes.js';
import { persistence } from './persistence.js';
import { privilege } from './privilege.js';
import { repositories } from './repositories.js';
import { shellSyntax } from './shell-syntax.js';
import { startup } from './startup.js';
import { swaps } from './swaps.js';
import { toolbox } from './toolbox.js';
import { tools } from './tools.js';
import { wrappers } from './wrappers.js';

export const attacks: readonly Attack[] = [
  ...pathEscapes,
  ...links,
  ...swaps,
  ...indirect,
  ...optionValues,
  ...archives,
  ...wrappers,
  ...interpreters,
  ...tools,
  ...git,
  ...later,
  ...environment,
  ...destroying,
  ...network,
  ...privilege,
  ...persistence,
  ...exhaustion,
  ...evasion,
  ...shellSyntax,
  ...repositories,
  ...everyday,
  ...toolbox,
  ...startup,
  ...observed,
];
