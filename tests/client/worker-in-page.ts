import { vi } from 'vitest'

/**
 * Gives the page a browser's `Worker` that runs one of our modules in the page itself, where there are no threads.
 * `load` imports the module. `vi.unstubAllGlobals` ends that.
 */
export const runWorkerInPage = (load: () => Promise<unknown>): void => {
  class WorkerInPage extends EventTarget {
    async postMessage(data: unknown) {
      vi.stubGlobal('postMessage', (news: unknown) => this.dispatchEvent(new MessageEvent('message', { data: news })))
      await load()
      dispatchEvent(new MessageEvent('message', { data }))
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', WorkerInPage)
}
