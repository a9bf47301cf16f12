import { html } from 'hono/html'
import type { openApiDocument } from './openapi-document'

type Document = ReturnType<typeof openApiDocument>
type Operation = Document['paths'][string][string]

/** The OpenAPI document as HTML for people, without scripts: every call under its heading, then the shared schemas. */
export const docsContent = (document: Document): ReturnType<typeof html> =>
  html`<h1>${document.info.title} API ${document.info.version}</h1>
    ${document.info.description.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
    <p>All addresses begin with <code>${document.servers[0]?.url}</code>.</p>
    ${document.tags.map(({ name }) => section(document, name))}
    <h2>Shapes</h2>
    ${Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        html`<details id="${name}">
          <summary><code>${name}</code></summary>
          ${json(schema)}
        </details>`,
    )}`

const section = ({ paths }: Document, tag: string) =>
  html`<h2>${tag}</h2>
    ${Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls)
        .filter(([, { tags }]) => tags.includes(tag))
        .map(([method, call]) => callShown(method, path, call)),
    )}`

const callShown = (method: string, path: string, call: Operation) =>
  html`<details id="${call.operationId}">
    <summary><code>${method.toUpperCase()} ${path}</code> ${call.summary}</summary>
    ${call.security ? html`<p>No sign-in needed.</p>` : ''} ${parametersShown(call.parameters)}
    ${
      call.requestBody
        ? html`<h3>Body</h3>
            ${json(call.requestBody.content['application/json'].schema)}`
        : ''
    }
    <h3>Answers</h3>
    ${json(call.responses)}
  </details>`

const parametersShown = (parameters: Operation['parameters']) =>
  parameters.length === 0
    ? ''
    : html`<h3>Parameters</h3>
        ${json(parameters)}`

const json = (value: unknown) => html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`
