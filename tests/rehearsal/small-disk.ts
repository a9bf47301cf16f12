import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A disk that can be filled. */
export type SmallDisk = {
  /** Takes all free space. */
  fill: () => void
  /** Frees it again. */
  clear: () => void
  close: () => void
}

const SIZE = '512m'

/** Mounts a disk in memory at a folder. Only root can. */
export const mountSmallDisk = (folder: string): SmallDisk => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder])
  const filler = (number: number) => join(folder, `filler-${number}`)
  let fillers = 0
  return {
    fill: () => {
      // Other programs write meanwhile and may have taken or freed some of it.
      for (let room = statfsSync(folder); room.bavail > 0; room = statfsSync(folder)) {
        fillers += 1
        try {
          execFileSync('fallocate', ['-l', String(room.bavail * room.bsize), filler(fillers)], { stdio: 'ignore' })
        } catch {
          rmSync(filler(fillers), { force: true })
        }
      }
    },
    clear: () => {
      for (; fillers > 0; fillers -= 1) rmSync(filler(fillers), { force: true })
    },
    close: () => execFileSync('umount', ['--lazy', folder]),
  }
}
