-- Strangers may use up the codes that anybody can ask for at an address. A device that was logged in to the account has
-- codes of its own; it is known by its keyed id for as long as its logins are remembered.
alter table login add column device_key text;
create index login_device on login (person_id, device_key) where device_key is not null;
comment on column login.device_key is 'the device by its id, keyed; null where it named none';
