-- What a sender asks of whoever handles their parcel; emptied with the other words about it.
alter table parcel add column note text check (length(note) between 1 and 120);
