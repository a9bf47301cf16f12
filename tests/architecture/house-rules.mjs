import { posix, relative, sep } from 'node:path'
import { FLOORS, HANDED_OUT, KEPT_PACKAGES, ROOMS, WALLS } from './rooms.mjs'

/**
 * Our own lint rules, which oxlint lacks. They see every form of import: static, for types only, `import()`,
 * `require()`, `import('…').Type` and re-exports.
 */
export default {
  meta: { name: 'house' },
  rules: {
    rooms: { create: (context) => onEveryImport((node, specifier) => checkImport(context, node, specifier)) },
    'no-barrel': { create: barrelRule },
    'no-class': {
      create: (context) => onClasses((node) => context.report({ node, message: 'Data and functions only.' })),
    },
    'no-throw': {
      create: (context) => ({ ThrowStatement: (node) => context.report({ node, message: 'A refusal is a value.' }) }),
    },
    'file-name': { create: fileNameRule },
  },
}

const onEveryImport = (check) => {
  const ofSource = (node) => {
    if (typeof node.source?.value === 'string') check(node, node.source.value)
  }
  return {
    ImportDeclaration: ofSource,
    ExportNamedDeclaration: ofSource,
    ExportAllDeclaration: ofSource,
    ImportExpression: (node) => {
      if (typeof node.source.value === 'string') ofSource(node)
      else check(node, '')
    },
    TSImportType: ofSource,
    TSExternalModuleReference: (node) => check(node, node.expression.value),
    CallExpression: (node) => {
      const [asked] = node.arguments
      if (node.callee.name === 'require' && typeof asked?.value === 'string') check(node, asked.value)
    },
  }
}

const onClasses = (report) => ({ ClassDeclaration: report, ClassExpression: report })

function checkImport(context, node, specifier) {
  const from = houseFile(context)
  const room = roomOf(from)
  if (room === undefined) return
  const refusal = refusalOf(from, room, specifier.split('?', 1)[0])
  if (refusal !== undefined) context.report({ node, message: refusal })
}

/** The reason why a file of a room may not import this; undefined where it may. */
const refusalOf = (from, room, specifier) => {
  if (specifier === '') return 'Import a module by its name.'
  if (/^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..') {
    const to = posix.join(posix.dirname(from), specifier)
    if (roomOf(to) !== room) return 'Across rooms only #domain/…, #contract/… and #offline/…'
    return wallBetween(from, to)
  }
  if (specifier.startsWith('#')) {
    const to = `src/${specifier.slice(1)}`
    if (roomOf(to) === room) return 'Inside a room imports are relative.'
    if (!ROOMS[room].rooms.some((name) => specifier.startsWith(`#${name}/`)))
      return `${room} does not import ${roomOf(to)}.`
    return wallBetween(from, to)
  }
  return packageRefusal(from, room, packageOf(specifier))
}

const wallBetween = (from, to) => {
  const isIn = (path) => (folder) => path.startsWith(`${folder}/`)
  const broken = WALLS.find(
    (wall) => wall.from.some(isIn(from)) && !wall.except?.some(isIn(from)) && wall.to.some(isIn(to)),
  )
  if (broken) return broken.because
  const upwards = floorAbove(from, to)
  if (upwards) return upwards
  return notHandedOut(from, to)
}

/** The rooms in which every file belongs to a floor. */
const BUILT_UP = ['src/client', 'src/server']

/** The place of a file's room from the top, or -1 where it has none. */
const floorOf = (path) => {
  const module = path.replace(/\.tsx?$/, '')
  const rooms = FLOORS.filter((room) => module === room || module.startsWith(`${room}/`))
  const nearest = rooms.reduce((longest, room) => (room.length > longest.length ? room : longest), '')
  return FLOORS.indexOf(nearest)
}

const floorAbove = (from, to) => {
  const [lower, upper] = [floorOf(from), floorOf(to)]
  if (lower === -1 && BUILT_UP.includes(roomOf(from)))
    return `${from} stands on no floor (tests/architecture/rooms.mjs).`
  if (upper === -1 || upper >= lower) return undefined
  return `${FLOORS[upper]} lies above ${FLOORS[lower]} (tests/architecture/rooms.mjs).`
}

const SUBJECT = /^src\/client\/subjects\/[^/]+/

const notHandedOut = (from, to) => {
  const subject = SUBJECT.exec(to)?.[0]
  const own = SUBJECT.exec(from)?.[0]
  if (subject === undefined || own === undefined || own === subject) return undefined
  if (HANDED_OUT[subject]?.includes(to.slice(subject.length + 1))) return undefined
  return `${subject} does not hand this out (tests/architecture/rooms.mjs).`
}

const packageRefusal = (from, room, name) => {
  if (!ROOMS[room].packages.some((pattern) => matches(pattern, name))) {
    return `${name} is none of the packages of ${room} (tests/architecture/rooms.mjs).`
  }
  return KEPT_PACKAGES.find(
    ({ packages, folder }) => packages.includes(name) && !from.startsWith(`${folder}/`) && roomOf(folder) === room,
  )?.because
}

const matches = (pattern, name) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern)

const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

const roomOf = (path) => Object.keys(ROOMS).find((room) => path.startsWith(`${room}/`))

const houseFile = (context) => relative(context.cwd, context.filename).split(sep).join('/')

function barrelRule(context) {
  const check = (node) => {
    // A declaration file may re-export within a declared module.
    const isOfThisFile = node.parent.type === 'Program'
    if (node.source && isOfThisFile) context.report({ node, message: 'No barrels: import from the file itself.' })
  }
  return { ExportAllDeclaration: check, ExportNamedDeclaration: check }
}

const DUMPING_GROUNDS = ['index', 'utils', 'util', 'helpers', 'helper', 'misc', 'common', 'types', 'shared', 'lib']

function fileNameRule(context) {
  return {
    Program: (node) => {
      const name = posix.basename(houseFile(context))
      const stem = name.split('.', 1)[0]
      if (DUMPING_GROUNDS.includes(stem))
        context.report({ node, message: `A file is named after what it is for, not ${stem}.` })
      if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/.test(name))
        context.report({ node, message: 'File names are kebab-case.' })
    },
  }
}
