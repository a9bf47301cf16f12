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
  ])('"$instance": production $production, sample data $sample, banner $banner', (told) => {
    expect(isProductionInstance(told.instance)).toBe(told.production)
    expect(isSampleInstance(told.instance)).toBe(told.sample)
    expect(showsInstanceBanner(told.instance)).toBe(told.banner)
    expect(hidesExternalAccounts(told.instance)).toBe(told.hides)
  })
})
