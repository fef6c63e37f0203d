/** The words for what the operating system refuses. */
import { shortened } from '@signorini/engine/checks';

export { FileError } from '../../file-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'a folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  ENOTDIR: 'a file where a folder should be',
  EEXIST: 'a file where a folder should be',
  EROFS: 'a read-only file system',
  ENOSPC: 'no space left; free some, or write elsewhere',
  EDQUOT: 'no space left in the quota; free some, or write elsewhere',
  EFBIG: 'a limit on the size of files',
  EIO: 'a device that fails',
  ELOOP: 'symbolic links that go round in a circle',
  ENAMETOOLONG: 'a name that is too long',
  EMFILE: 'too many open files',
  EBUSY: 'a folder that is in use, or that something is mounted on; name one inside it',
  ENXIO: 'a device',
  ERR_FS_FILE_TOO_LARGE: 'a file that is too large',
  ERR_STRING_TOO_LONG: 'a file that is too large',
};

/** The words for a failed call of the operating system, after "found". */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return REASONS[code ?? ''] ?? shortened(code ?? (error as Error).message, 120);
}
