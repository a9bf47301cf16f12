import type { Visitor } from './visitor'

/** A node of the browser's accessibility tree. */
type Node = Awaited<ReturnType<typeof accessibilityTree>>[number]

/** The words of a screen reader for roles. An element with another role is spoken by its text alone. */
const SPOKEN_ROLES: Readonly<Record<string, string>> = {
  alert: 'alert',
  button: 'button',
  checkbox: 'tick box',
  combobox: 'combo box',
  form: 'form',
  group: 'group',
  image: 'image',
  link: 'link',
  list: 'list',
  navigation: 'navigation',
  radio: 'radio button',
  radiogroup: 'radio group',
  region: 'region',
  status: 'status',
  switch: 'switch',
  table: 'table',
  textbox: 'edit text',
}

/** Roles whose name includes all of their content. */
const WHOLE = new Set(['button', 'checkbox', 'combobox', 'image', 'link', 'radio', 'switch', 'textbox'])

/** The speech of a screen reader for the main part of a page, line by line, in reading order. */
export const spokenMain = async (who: Visitor): Promise<string[]> => {
  const nodes = await accessibilityTree(who)
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const main = nodes.find(({ role }) => role?.value === 'main')
  return main === undefined ? [] : linesIn(main, byId, 0)
}

/** The speech when the focus reaches its element. */
export const spokenFocus = async (who: Visitor): Promise<string> => {
  const nodes = await accessibilityTree(who)
  const focused = nodes.findLast((node) => propertyOf(node, 'focused') === true)
  return focused === undefined ? 'nothing' : ownLine(focused)
}

const accessibilityTree = async (who: Visitor) => {
  const devTools = await who.context.newCDPSession(who.page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  await devTools.detach()
  return nodes
}

const childrenOf = (node: Node, byId: ReadonlyMap<string, Node>): Node[] =>
  (node.childIds ?? []).flatMap((id) => byId.get(id) ?? [])

const linesIn = (node: Node, byId: ReadonlyMap<string, Node>, depth: number): string[] => {
  const role = roleOf(node)
  const children = childrenOf(node, byId)
  const inside = (deeper: number) => children.flatMap((child) => linesIn(child, byId, deeper))
  if (node.ignored || role === 'none') return inside(depth)
  const indent = '  '.repeat(depth)
  if (role === 'StaticText') return isBlank(nameOf(node)) ? [] : [`${indent}${nameOf(node)}`]
  if (role === 'heading' || WHOLE.has(role)) return [`${indent}${ownLine(node)}`]
  if (role === 'row') return [`${indent}${textIn(node, byId)}`]
  const isSaid = role in SPOKEN_ROLES && (nameOf(node) !== '' || role === 'alert' || role === 'status')
  if (isSaid) {
    const within = inside(depth + 1)
    return within.length === 0 && role !== 'region' ? [] : [`${indent}${ownLine(node)}`, ...within]
  }
  const isOneBreath = children.length > 0 && !hasMore(node, byId)
  if (isOneBreath) return isBlank(textIn(node, byId)) ? [] : [`${indent}${textIn(node, byId)}`]
  return inside(depth)
}

/** Whether a part of it is spoken on a line of its own. */
const hasMore = (node: Node, byId: ReadonlyMap<string, Node>): boolean =>
  childrenOf(node, byId).some((child) => {
    const role = roleOf(child)
    const isOwnLine = !child.ignored && (role === 'heading' || role in SPOKEN_ROLES || BLOCKS.has(role))
    return isOwnLine || hasMore(child, byId)
  })

const BLOCKS = new Set(['paragraph', 'listitem', 'term', 'definition', 'row', 'generic', 'DescriptionList'])

const textIn = (node: Node, byId: ReadonlyMap<string, Node>): string => {
  if (roleOf(node) === 'StaticText' && !node.ignored) return nameOf(node)
  if (!node.ignored && WHOLE.has(roleOf(node))) return ownLine(node)
  return childrenOf(node, byId)
    .map((child) => textIn(child, byId))
    .filter((text) => text !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.:;])/g, '$1')
    .trim()
}

/** Name, role, and the states that matter to the user. */
const ownLine = (node: Node): string => {
  const role = roleOf(node)
  const level = propertyOf(node, 'level')
  const value = typeof node.value?.value === 'string' ? node.value.value : ''
  const states = [
    role === 'heading' ? `heading level ${String(level)}` : (SPOKEN_ROLES[role] ?? role),
    value === '' ? '' : `“${value}”`,
    propertyOf(node, 'checked') === 'true' ? 'ticked' : '',
    propertyOf(node, 'required') === true ? 'required' : '',
    propertyOf(node, 'disabled') === true ? 'unavailable' : '',
    propertyOf(node, 'invalid') === 'true' ? 'invalid' : '',
    typeof node.description?.value === 'string' ? node.description.value : '',
  ]
  return [nameOf(node), ...states].filter((part) => part !== '').join(', ')
}

const roleOf = ({ role }: Node): string => (typeof role?.value === 'string' ? role.value : 'none')

const nameOf = ({ name }: Node): string =>
  typeof name?.value === 'string' ? name.value.replaceAll(/\s+/g, ' ').trim() : ''

const propertyOf = ({ properties = [] }: Node, wanted: string): unknown =>
  properties.find(({ name }) => name === wanted)?.value.value

const isBlank = (text: string): boolean => text.trim() === ''
