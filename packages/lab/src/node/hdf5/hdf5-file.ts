/** An HDF5 file of the machine, read in pieces. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { load } from '../../hdf5/hdf5.ts';
import { type FileBytes, type Hdf5File, openHdf5Bytes } from '../../hdf5/hdf5-file.ts';
import { openRegular } from '../files/files.ts';
import { needed } from '../optional-packages.ts';

/** Loads the library, which programs without HDF5 need not install. @throws MissingPackageError */
export async function needHdf5(): Promise<void> {
  await needed('reading or writing HDF5', 'h5wasm', load);
}

/** @throws FileError if it cannot be read, or is no HDF5 file */
export async function openHdf5(path: string): Promise<Hdf5File> {
  await needHdf5();
  return openHdf5Bytes(path, openBytes(path));
}

function openBytes(path: string): FileBytes {
  const file = openRegular(path, 'an HDF5 file');
  let open = true;
  return {
    size: fstatSync(file).size,
    read: (into, offset, length, position) => readSync(file, into, offset, length, position),
    close: () => {
      if (open) closeSync(file);
      open = false;
    },
  };
}
