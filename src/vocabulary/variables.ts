/** The variables of the environment that a command line reads, whatever it runs: by name, what for. */
export function variablesRead(prefix: string): Readonly<Record<string, string>> {
  return {
    [`${prefix}_TRACE_ID`]: 'What the caller calls this request: it comes back as meta.trace_id',
    TOOL_TRACE_ID: `The same for every program, where ${prefix}_TRACE_ID is not set`,
    [`${prefix}_MAX_OUTPUT_BYTES`]: 'How many bytes an answer may have',
    [`${prefix}_DEBUG`]: 'The same as --debug, where it is neither empty nor 0',
    [`${prefix}_INSTANCE_ID`]: 'Whose memory is used: the same as --instance-id',
    CI: 'Where it is set, nothing is drawn and answers are JSON',
    NO_COLOR: 'Where it is set, no colours',
    GITHUB_ACTIONS: 'The same',
    JENKINS_URL: 'The same',
    TERM: 'Whether the terminal can show colours',
    HOME: 'Where the directories below are when they are not set',
    XDG_STATE_HOME: 'Where records of this user are kept',
    XDG_CACHE_HOME: 'Where compiled modules are kept',
    TMPDIR: 'Where temporary files are',
    PATH: 'Where programs are looked for',
    PWD: 'Which directory this is, where it has been removed',
    HTTPS_PROXY: 'The proxy for addresses that begin with https; https_proxy, too',
    HTTP_PROXY: 'The proxy for addresses that begin with http; http_proxy, too',
    ALL_PROXY: 'The proxy where the two above are not set; all_proxy, too',
    NO_PROXY: 'The hosts that are reached without a proxy; no_proxy, too',
    SSL_CERT_FILE: 'The certificates that are trusted instead of those that Node brings',
    NODE_EXTRA_CA_CERTS: 'Certificates that are trusted, too',
    NODE_TLS_REJECT_UNAUTHORIZED: '0: certificates are not checked, and errors say so',
    LANG: 'The language of programs that are started',
  };
}
