import { readFileSync } from 'node:fs'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { embeddedDatabase } from '../support/database'
import { schemaText } from '../support/schema-text'

const project = new URL('../../', import.meta.url)

/* `schema.ts` is written by `npm test -- tests/architecture/schema.test.ts --update`. */

test('the types of the tables are those that the migrations make', async () => {
  const database = await embeddedDatabase()
  const style = JSON.parse(readFileSync(new URL('.prettierrc.json', project), 'utf8'))
  const text = await format(await schemaText(database.queries), { ...style, parser: 'typescript' })
  await database.close()
  await expect(text).toMatchFileSnapshot(new URL('src/server/ground/db/schema.ts', project).pathname)
})
