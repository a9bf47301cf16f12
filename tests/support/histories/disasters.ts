import { somebody, type Ward } from './ward'

/** The time for which people work while faults happen, in milliseconds. */
export const WORKING_TIME = 3 * 60_000

/**
 * Plans events that end, break or replace something while people work. Each has a name under which it can be left out.
 */
export const planDisasters = (ward: Ward): void => {
  const { chance, time, faults, devices } = ward
  const plan = (kind: string, likelihood: number, work: () => void) => {
    if (chance.fraction(`${kind} at all`) >= likelihood) return
    time.after(chance.between(`${kind} at`, 0, WORKING_TIME), () => {
      if (faults.takesPlace(kind)) work()
    })
  }
  const later = (kind: string, most: number, work: () => void) =>
    time.after(chance.between(`${kind} for`, 0, most), work)

  for (const device of devices) {
    const { name } = device
    for (const place of [0, 1]) {
      plan(`${name} loses page ${place}`, 0.4, () => {
        device.tabs().at(0)?.kill()
        later(name, 5000, () => device.open())
      })
      plan(`${name} opens a page ${place}`, 0.3, () => device.open())
      plan(`${name} hides a page ${place}`, 0.3, () => device.tabs().at(-1)?.leave())
    }
    plan(`${name} is switched off`, 0.3, () => {
      for (const tab of device.tabs()) tab.kill()
      later(`${name} off`, 30_000, () => device.open())
    })
    plan(`${name} loses the network`, 0.5, () => {
      device.setConnected(false)
      later(`${name} unconnected`, 60_000, () => device.setConnected(true))
    })
    plan(`${name} is signed out by the server`, 0.3, () => ward.endSession(device))
    plan(`${name} is signed out`, 0.3, () => device.signOut())
    plan(`${name} goes to somebody else`, 0.3, () => ward.signIn(device, somebody(chance)))
    const returns = () => {
      if (device.session() === null) ward.signIn(device, somebody(chance))
      time.after(20_000, returns)
    }
    returns()
  }
  for (const place of [0, 1]) {
    plan(`process ${place} is killed`, 0.4, () => {
      ward.killProcess(place)
      later(`process ${place}`, 20_000, () => ward.startProcess(place))
    })
    plan(`process ${place} is killed again`, 0.3, () => {
      ward.killProcess(place)
      later(`process ${place}`, 20_000, () => ward.startProcess(place))
    })
  }
}
