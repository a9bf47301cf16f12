-- When it was last reported that a PIN or passkey had opened the device of a session without the server. Until its person signs in after
-- that, the session may do no more than the app does offline (decision 0071).
alter table sessions add column opened_offline_at timestamptz(3);
