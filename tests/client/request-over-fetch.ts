/** The older request API of browsers, as far as the app uses it, over the present `fetch`. */
export class RequestOverFetch extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  responseURL = ''
  #called = { method: '', url: '' }
  #headers = new Headers()
  #answered = new Headers()

  open(method: string, url: string) {
    this.#called = { method, url }
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getAllResponseHeaders() {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}`).join('\r\n')
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  async send(body: string) {
    const { method, url } = this.#called
    try {
      const answer = await fetch(new Request(url, { method, headers: this.#headers, body }))
      this.status = answer.status
      this.responseText = await answer.text()
      this.responseURL = url
      this.#answered = new Headers(answer.headers)
      this.dispatchEvent(new Event('load'))
    } catch {
      this.dispatchEvent(new Event('error'))
    }
  }
}
