import { hidesExternalAccounts, isProductionInstance, isSampleInstance, showsInstanceBanner } from '#domain/instance'
import { describe, expect, it } from 'vitest'

describe('an instance', () => {
  it.each([
    { instance: 'prod', production: true, sample: false, banner: false, hides: true },
    { instance: 'demo', production: false, sample: false, banner: true, hides: true },
    { instance: 'local', production: false, sample: true, banner: true, hides: false },
    { instance: 'test', production: false, sample: true, banner: true, hides: false },
    { instance: 'staging', production: false, sample: false, banner: true, hides: false },
    { instance: 'Local', production: false, sample: false, banner: true, hides: false },
    { instance: 'local2', production: false, sample: false, banner: true, hides: false },
    { instance: '', production: false, sample: false, banner: false, hides: false },
  ])('"$instance": production $production, sample data $sample, banner $banner', (expected) => {
    expect(isProductionInstance(expected.instance)).toBe(expected.production)
    expect(isSampleInstance(expected.instance)).toBe(expected.sample)
    expect(showsInstanceBanner(expected.instance)).toBe(expected.banner)
    expect(hidesExternalAccounts(expected.instance)).toBe(expected.hides)
  })
})
