/** Documents in files, folders, archives, lists of files, and standard input. */
package org.gpchain.internal.formats.input;
