/** The model file: container, manifest, provenance. */
package org.gpchain.core.model;
