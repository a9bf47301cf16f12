-- Participant IDs are compared as they look (`comparableParticipantId`) ----------------------------------------------------

-- Those stored before were compared with their invisible characters and in their own Unicode form: the very same text, sent again,
-- would not be found. Only IDs with other characters than those of ASCII can differ.

create function looks_of(comparable_id text) returns text language sql immutable as $$
  select normalize(
    regexp_replace(
      regexp_replace(
        comparable_id,
        '[\u00AD\u034F\u061C\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF'
          '\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
        '', 'g'
      ),
      '^[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+|[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+$',
      '', 'g'
    ),
    NFC
  )
$$;

update participants set comparable_id = looks_of(comparable_id)
where comparable_id ~ '[^ -~]' and looks_of(comparable_id) <> comparable_id;

-- Each waits once: of several that look the same, the first is compared as it looks.
update waiting_participants as waiting set comparable_id = first.looks
from (
  select distinct on (trial_id, looks_of(comparable_id)) id, trial_id, looks_of(comparable_id) as looks
  from waiting_participants
  order by trial_id, looks_of(comparable_id), id
) as first
where waiting.id = first.id and waiting.comparable_id <> first.looks and not exists (
  select from waiting_participants as other where other.trial_id = first.trial_id and other.comparable_id = first.looks
);

drop function looks_of(text);
