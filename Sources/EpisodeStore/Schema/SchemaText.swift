/// The SQL of the schema. Its comments are part of the file: `.schema` in `sqlite3` shows them.
enum SchemaText {
    static let version1 = """
        CREATE TABLE catalog (  -- one row
            only INTEGER PRIMARY KEY CHECK (only = 1),
            lineage TEXT NOT NULL,              -- random UUID of this store and its copies
            epoch INTEGER NOT NULL,             -- grows when a backup is restored
            revision INTEGER NOT NULL,          -- grows by 1 with every edit
            horizon INTEGER NOT NULL,           -- tombstones up to this revision are forgotten
            episode_count INTEGER NOT NULL,
            domain_count INTEGER NOT NULL,
            tombstone_count INTEGER NOT NULL,
            domains_revision INTEGER NOT NULL   -- the last edit that changed a domain
        ) STRICT;
        CREATE TABLE episodes (
            id INTEGER PRIMARY KEY,     -- 2^63 and above: negative, the same 64 bits
            name TEXT NOT NULL,
            description TEXT,           -- plain text; NULL everywhere: the source has none
            description_html TEXT,
            parent_name TEXT,
            domains TEXT,               -- JSON list of domain ids, such as [1,8]
            difficulty TEXT NOT NULL,   -- beginner, intermediate, advanced, all_levels
            content_type TEXT,
            subscription_type TEXT,
            released_at INTEGER,        -- microseconds since 1970-01-01T00:00:00Z
            popularity REAL,
            duration_seconds INTEGER,
            video_identifier INTEGER,   -- 2^63 and above: negative, the same 64 bits
            features TEXT,              -- JSON list of texts
            uri TEXT,
            artwork_url TEXT,
            technology TEXT,
            contributors TEXT,
            ordinal INTEGER,            -- position inside the course
            stream_url TEXT,
            revision INTEGER NOT NULL   -- the edit that wrote this row last
        ) STRICT;
        CREATE TABLE domains (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            slug TEXT,
            description TEXT,
            level TEXT,
            ordinal INTEGER,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE tombstones (       -- episodes that are gone
            id INTEGER PRIMARY KEY,
            revision INTEGER NOT NULL   -- the edit that deleted it
        ) STRICT;
        """

    static let version2Tables = """
        ALTER TABLE episodes ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE domains ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE catalog ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
        """

    static let version2Indexes = """
        CREATE INDEX episodes_revision ON episodes (revision);
        CREATE INDEX tombstones_revision ON tombstones (revision);
        """

    static let version2Views = """
        CREATE VIEW episode_domains AS
            SELECT episodes.id AS episode_id, value AS domain_id
            FROM episodes, json_each(episodes.domains);
        CREATE VIEW episode_features AS
            SELECT episodes.id AS episode_id, value AS feature
            FROM episodes, json_each(episodes.features);
        CREATE VIEW episodes_for_people AS
            SELECT printf('%u', id) AS id, name, parent_name,
                (SELECT group_concat(coalesce(domains.name, value), ', ')
                    FROM json_each(episodes.domains) LEFT JOIN domains ON domains.id = value
                ) AS domains,
                difficulty, content_type, subscription_type,
                strftime('%Y-%m-%dT%H:%M:%SZ',
                    (released_at - (released_at % 1000000 + 1000000) % 1000000) / 1000000,
                    'unixepoch') AS released_at,
                popularity, duration_seconds,
                CASE WHEN video_identifier IS NOT NULL THEN printf('%u', video_identifier) END
                    AS video_identifier,
                features, uri, technology, contributors, ordinal
            FROM episodes;
        """
}
