import { readFileSync } from 'node:fs';
import type { Variables } from './network.js';
import { certificatesUnreadable } from './network-error.js';

/**
 * The authorities that SSL_CERT_FILE names, instead of those that Node brings, as other programs read it. Whoever gives
 * Node a list takes NODE_EXTRA_CA_CERTS out of its hands, so that those are read here, too. Undefined where nothing is set.
 */
export function trustedCertificates(variables: Variables): readonly string[] | undefined {
  const { SSL_CERT_FILE, NODE_EXTRA_CA_CERTS } = variables;
  if (!SSL_CERT_FILE) return undefined;
  const files = Object.entries({ SSL_CERT_FILE, NODE_EXTRA_CA_CERTS });
  return files.flatMap(([name, file]) => (file ? [readCertificates(name, file)] : []));
}

function readCertificates(name: string, file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN ')) return text;
  } catch {
    // Told below: the reason is the same for whoever has to mend it.
  }
  throw certificatesUnreadable(name);
}
