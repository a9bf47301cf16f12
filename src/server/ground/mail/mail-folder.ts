import { accepted, refused, type Outcome } from '#domain/outcome'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/*
 * The folder of emails that go to no mail server. They name participants and contain links that sign a person in, so
 * only the portal's own account may read them.
 */

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

const folderIn = (dataDir: string) => join(dataDir, 'mail')

/** Writes an email as a file, whole or not at all. Written again under its name, it replaces the file. */
export const writeMailFile = async (dataDir: string, name: string, content: Buffer | Readable): Promise<void> => {
  const folder = folderIn(dataDir)
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const file = join(folder, name)
  const draft = `${file}.part`
  // An unfinished draft would retain its mode.
  await rm(draft, { force: true })
  await writeFile(draft, content, { mode: FILE_MODE })
  await rename(draft, file)
}

/**
 * Closes the folder in `dataDir` and its emails to everybody else, where there is one: earlier versions left them open.
 * Refuses, with one line, where that fails.
 */
export const closeMailFolder = async (dataDir: string): Promise<Outcome<null, string>> => {
  const folder = folderIn(dataDir)
  try {
    if (!(await setMode(folder, FOLDER_MODE))) return accepted(null)
    for (const name of await readdir(folder)) await setMode(join(folder, name), FILE_MODE)
    return accepted(null)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return refused(`The emails in ${folder} cannot be closed to other people: ${error.message}`)
  }
}

/** Returns whether there is such a file: another process may have moved it meanwhile. */
const setMode = async (path: string, mode: number): Promise<boolean> => {
  try {
    await chmod(path, mode)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
