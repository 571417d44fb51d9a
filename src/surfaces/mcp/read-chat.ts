import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** In `_meta` of a call: the conversation that it belongs to, as the client names it. */
const chatKey = 'cmdgate/chat';

const longestChat = 200;

/** Throws for a name that could not be used to stop the chat: silently, its runs would belong to none. */
export function readChat(meta: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const chat = meta?.[chatKey];
  if (chat === undefined) return undefined;
  if (typeof chat === 'string' && chat !== '' && chat.length <= longestChat) return chat;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `_meta["${chatKey}"], which names the conversation, must be a string of 1 to ${longestChat} characters.`,
  );
}
