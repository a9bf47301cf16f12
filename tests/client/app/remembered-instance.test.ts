import { expect, test } from 'vitest'
import { rememberedInstance, rememberInstance } from '../../../src/client/app/remembered-instance'
import { deviceStorage, STORED } from '../../../src/client/browser/device-storage'
import { memoryStorage } from '../memory-storage'

const INSTANCE = {
  instance: 'test',
  service_name: 'Randomisation Service',
  university_name: 'The University',
  university_logo: null,
  university_accent: '#0B5563',
  privacy_url: 'https://university.example/privacy',
  contact_url: null,
}

test("the installation's settings in the frame are remembered, and no others", () => {
  const local = memoryStorage()
  const storage = deviceStorage(() => local)
  expect(rememberedInstance(storage)).toBeUndefined()
  rememberInstance(storage, Object.assign({ error_report_url: 'https://example.org' }, INSTANCE))
  expect(rememberedInstance(storage)).toEqual(INSTANCE)
  expect(local.getItem(STORED.instance)).not.toContain('example.org')
})

test.each(['', 'nonsense', '{}', '{"instance":1}'])('a stored %j is ignored', (stored) => {
  const local = memoryStorage()
  const storage = deviceStorage(() => local)
  storage.write(STORED.instance, stored)
  expect(rememberedInstance(storage)).toBeUndefined()
})
