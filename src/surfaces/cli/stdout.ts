// `import 'cmdgate/stdout'`, as the first import of an executable: what the modules behind it print when they are loaded
// goes to stderr, and stdout stays free for the answer.
import { takeStdout } from './take-stdout.js';

takeStdout(process.stdout, process.stderr);
