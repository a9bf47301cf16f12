import buttons from './look/buttons.module.css'
import choices from './look/choices.module.css'
import fields from './look/fields.module.css'
import floating from './look/floating.module.css'
import lists from './look/lists.module.css'
import surfaces from './look/surfaces.module.css'

/** The duration of movements in milliseconds, only to show where something went. */
const motion = 150
const moving = { transitionProps: { duration: motion } }
const closable = { closeButtonProps: { 'aria-label': 'Close' } }

const pageControls = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' } as const

/**
 * The look and behaviour of Mantine's components in the portal: sizes for gloved fingers, visible lines, names for
 * unnamed parts. By name, not imported: a component is loaded with the first screen that shows it.
 */
export const components = {
  ActionIcon: { classNames: { root: buttons['actionIconRoot'] } },
  Alert: {
    defaultProps: { closeButtonLabel: 'Close' },
    classNames: { closeButton: buttons['closeButtonRoot'], root: surfaces['alertRoot'] },
  },
  Anchor: { defaultProps: { underline: 'always' } },
  Badge: { classNames: { root: surfaces['badgeRoot'], label: surfaces['badgeLabel'] } },
  Button: { classNames: { root: buttons['buttonRoot'], inner: buttons['buttonInner'], label: buttons['buttonLabel'] } },
  Checkbox: {
    classNames: {
      body: choices['checkboxBody'],
      label: choices['checkboxLabel'],
      inner: choices['checkboxInner'],
      root: choices['checkboxRoot'],
      input: choices['checkboxInput'],
      icon: choices['checkboxIcon'],
    },
  },
  CloseButton: { classNames: { root: buttons['closeButtonRoot'] } },
  Combobox: { classNames: { option: floating['comboboxOption'] } },
  InlineInput: { classNames: { label: choices['inlineInputLabel'] } },
  Input: {
    classNames: { wrapper: fields['inputWrapper'], section: fields['inputSection'], input: fields['inputInput'] },
  },
  InputClearButton: { classNames: { root: buttons['inputClearButtonRoot'] } },
  InputWrapper: {
    classNames: {
      label: fields['inputWrapperLabel'],
      description: fields['inputWrapperDescription'],
      error: fields['inputWrapperError'],
    },
  },
  // Within the page's main part, as every region is; the empty element that would take the focus first is no item of a menu.
  Menu: {
    defaultProps: { ...moving, portalProps: { target: '#main' }, withInitialFocusPlaceholder: false },
    classNames: { item: floating['menuItem'], divider: floating['menuDivider'] },
  },
  Modal: {
    defaultProps: { ...moving, ...closable, centered: true },
    classNames: {
      close: buttons['closeButtonRoot'],
      content: floating['modalContent'],
      header: floating['modalHeader'],
      title: floating['modalTitle'],
    },
  },
  // A header inside a dialog is not the banner of the page.
  ModalHeader: { defaultProps: { component: 'div' } },
  Notification: {
    defaultProps: closable,
    classNames: { closeButton: buttons['closeButtonRoot'], root: floating['notificationRoot'] },
  },
  // Arrows of 22 px cannot be hit with gloves; the arrow keys work without them.
  NumberInput: { defaultProps: { hideControls: true } },
  Pagination: {
    defaultProps: {
      getItemProps: (page: number) => ({ 'aria-label': `Page ${page}` }),
      getControlProps: (control: keyof typeof pageControls) => ({ 'aria-label': pageControls[control] }),
    },
    classNames: { root: lists['paginationRoot'], control: lists['paginationControl'] },
  },
  Popover: { defaultProps: moving },
  Progress: { classNames: { root: surfaces['progressRoot'], section: surfaces['progressSection'] } },
  Radio: {
    classNames: {
      body: choices['radioBody'],
      label: choices['radioLabel'],
      inner: choices['radioInner'],
      root: choices['radioRoot'],
      radio: choices['radioRadio'],
      icon: choices['radioIcon'],
    },
  },
  SegmentedControl: {
    classNames: {
      label: choices['segmentedControlLabel'],
      indicator: choices['segmentedControlIndicator'],
      root: choices['segmentedControlRoot'],
    },
  },
  // The class by which the shell recognises a page that is still loading.
  Skeleton: { classNames: { root: 'skeleton' } },
  Spotlight: { classNames: { action: floating['spotlightAction'] } },
  Switch: {
    classNames: {
      body: choices['switchBody'],
      root: choices['switchRoot'],
      input: choices['switchInput'],
      track: choices['switchTrack'],
      thumb: choices['switchThumb'],
    },
  },
  Table: { classNames: { table: lists['tableTable'], th: lists['tableTh'] } },
  Tooltip: {
    // The pointer may move onto it (WCAG 1.4.13).
    defaultProps: { ...moving, interactive: true, openDelay: 300, events: { hover: true, focus: true, touch: true } },
    classNames: { tooltip: floating['tooltipTooltip'] },
  },
}
