/** A JSON-RPC error that belongs to no request, as the HTTP transport answers what it cannot serve. */
export function jsonRpcErrorText(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/** The same as a response. */
export function jsonRpcError(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = jsonRpcErrorText(code, message);
  return new Response(text, { status, headers: { ...headers, 'content-type': 'application/json' } });
}
