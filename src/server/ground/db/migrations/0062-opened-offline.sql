-- When a PIN or passkey last opened the device of a session without the server, as the device reported. Until its person signs in after
-- that, the session may do no more than the app does offline (decision 0071).
alter table sessions add column opened_offline_at timestamptz(3);
