-- How many people report a price is counted when the price is read, since reports grow old.
alter table fuel_monitor drop column people;
