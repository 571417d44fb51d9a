// Files: a path that must stay inside the workspace, progress, and a destructive command with a dry run.

import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CommandError, defineCommand } from 'cmdgate';
import { type DriveFile, files } from '../data.js';
import { changed, looked, missing, taken } from '../exit-codes.js';
import { notFound } from '../not-found.js';

const fileSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    folder: { type: 'string' },
    type: { type: 'string' },
    bytes: { type: 'integer' },
    modified: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'name', 'folder', 'type', 'bytes', 'modified'],
};

const chunk = Buffer.alloc(250_000, 'cmdgate ');

function find(fileId: string): DriveFile {
  const file = files.get(fileId);
  if (file === undefined) throw notFound('file', fileId, files.keys());
  return file;
}

export const drive = defineCommand({
  description: 'Manage Google Drive files',
  subcommands: {
    list: {
      description: 'List the files of a folder and of the folders in it',
      danger: 'safe',
      exitCodes: looked,
      requiredScopes: ['drive.read'],
      examples: ['drive list --max 10', 'drive list /Documents --max 20', 'drive list --type pdf -n5'],
      arguments: [
        // A folder of the drive, not of this machine: nothing to guard.
        { name: 'folder', type: 'string', default: '/', path: false, description: 'Where to look' },
        { name: '--max', type: 'integer', short: 'n', default: 10, minimum: 1, description: 'Maximum number of files' },
        {
          name: '--type',
          type: 'string',
          enum: ['document', 'image', 'pdf', 'spreadsheet', 'video'],
          description: 'Only files of this type',
        },
      ],
      outputSchema: {
        type: 'object',
        properties: { files: { type: 'array', items: fileSchema } },
        required: ['files'],
      },
      handler: (args) => {
        const below = args.folder.endsWith('/') ? args.folder : `${args.folder}/`;
        const found = [...files.values()]
          .filter((file) => `${file.folder}/`.startsWith(below))
          .filter((file) => args.type === undefined || file.type === args.type);
        return { files: found.slice(0, args.max) };
      },
    },

    download: {
      description: 'Download a file into the workspace',
      danger: 'mutating',
      exitCodes: { ...changed, ...missing, ...taken },
      requiredScopes: ['drive.read'],
      timeoutMs: 60_000,
      examples: ['drive download file_102', 'drive download file_102 --path downloads/report.pdf'],
      arguments: [
        { name: 'fileId', type: 'string', required: true, description: 'A file id, as drive list shows it' },
        { name: '--path', type: 'path', description: 'Where to put it; downloads/<its name> if not given' },
      ],
      outputSchema: {
        type: 'object',
        properties: { path: { type: 'string' }, bytes: { type: 'integer' }, effect: { const: 'created' } },
        required: ['path', 'bytes', 'effect'],
      },
      handler: async (args, context) => {
        const file = find(args.fileId);
        // A path argument arrives absolute; our own default is made so.
        const target = args.path ?? context.resolvePath(`downloads/${file.name}`);
        const path = relative(context.session.workspace, target);

        await mkdir(dirname(target), { recursive: true });
        // 'wx' never replaces: an agent must not be able to overwrite what is already there.
        const handle = await open(target, 'wx').catch((cause: NodeJS.ErrnoException) => {
          if (cause.code !== 'EEXIST') throw cause;
          throw new CommandError('ALREADY_EXISTS', `${path} exists already`, { hint: 'Choose another --path', cause });
        });
        try {
          for (let done = 0; done < file.bytes; ) {
            const { bytesWritten } = await handle.write(chunk, 0, Math.min(chunk.length, file.bytes - done));
            done += bytesWritten;
            context.progress(done, file.bytes, file.name);
            // As slow as a network. The signal ends the wait when the caller gives up or time runs out.
            await setTimeout(25, undefined, { signal: context.signal });
          }
        } catch (error) {
          await rm(target, { force: true });
          throw error;
        } finally {
          await handle.close();
        }
        return { path, bytes: file.bytes, effect: 'created' };
      },
    },

    delete: {
      description: 'Delete a file for good',
      danger: 'destructive',
      exitCodes: { ...changed, ...missing },
      requiredScopes: ['drive.write'],
      dryRun: true,
      examples: ['drive delete file_104 --dry-run'],
      arguments: [{ name: 'fileId', type: 'string', required: true, description: 'A file id, as drive list shows it' }],
      outputSchema: {
        type: 'object',
        properties: {
          file: fileSchema,
          effect: { enum: ['deleted', 'would_delete'] },
          would_affect: { type: 'array', items: { type: 'string' } },
        },
        required: ['file', 'effect'],
      },
      handler: (args, context) => {
        const file = find(args.fileId);
        if (context.dryRun) return { file, effect: 'would_delete', would_affect: [file.id] };
        files.delete(file.id);
        return { file, effect: 'deleted' };
      },
    },
  },
});
