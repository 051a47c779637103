/** Models that a server learns, keeps and suggests annotations with. */
package org.gpchain.internal.server.models;
